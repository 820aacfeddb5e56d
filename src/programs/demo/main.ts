import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Client, createClient, ServiceError } from '#client/index.ts'
import { readConfig } from '#config/config.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { registerEndpoint } from '#programs/listen/endpoint.ts'
import { abortOnTermination } from '#terminal/abort-on-termination.ts'
import { CommandError, runCommand } from '#terminal/command-line.ts'
import { fill } from './fill/fill.ts'
import { type DemoService, findOrStartService } from './find-or-start-service.ts'
import { startReceiver } from './receiver.ts'
import { createReporter } from './reporter.ts'

const ARRIVAL_MS_MAX = 60_000
/** The sandbox network pays accounts ending in 0001 at once. */
const ACCOUNT_NUMBER = '7000440001'

const { step, say, fetch } = createReporter()
const ended = abortOnTermination()
/** After Ctrl-C only the clean-up waits for responses. */
const options = { signal: ended }

const COMMAND = {
  start: 'npm run demo --',
  about: 'Plays the walk of the README against the service that runs on DATA_DIR, or starts one, and cleans up.',
  options: {
    fill: {
      type: 'boolean',
      help: 'fill the sandbox instead, with made-up records of every kind: three weeks of scored transactions, refunds in each state, messages, detections, pushes, tunnels, a failing endpoint, a discrepancy, erasures',
    },
  },
} as const

await runCommand(COMMAND, async ({ values: { fill: isFilling = false } }) => {
  try {
    await play(isFilling)
  } catch (error) {
    if (!ended.aborted) throw error instanceof ServiceError ? refusalOf(error) : error
    say('\nEnded before its end.')
    process.exitCode = 1
  }
})

function refusalOf({ code, message }: ServiceError): CommandError {
  return new CommandError(code === 'AUTH_001' ? `${message} Set SERVICE_EMAIL and SERVICE_PASSWORD.` : message)
}

async function play(isFilling: boolean) {
  const config = readConfig()
  if (isFilling && config.ENVIRONMENT === 'production') throw new CommandError('made-up people are for a sandbox')
  await using service = await findOrStartService(config)
  ended.throwIfAborted()
  if (isFilling) {
    if (!(await fill(service, ended))) process.exitCode = 1
    return
  }
  await using receiver = await startReceiver(await developmentCaOf(config.DATA_DIR))
  await walk(service, receiver)
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function walk({ url, login }: DemoService, receiver: Receiver) {
  step('Log in')
  const { access_token: token } = await createClient({ url, fetch }).login({ body: login }, options)
  const client = createClient({ url, token, fetch })

  step('Record a transaction')
  const samples = JSON.parse(readFileSync(new URL('../../../test/fixtures/transactions.json', import.meta.url), 'utf8'))
  const sample = samples[Math.floor(Math.random() * samples.length)]
  const transaction = { ...sample, transaction_id: `tx_demo_${Date.now()}`, amount: 125.5, currency: 'EUR' }
  await client.recordTransactions({ body: transaction }, options)

  step('Subscribe an HTTPS endpoint of ours to the refund events')
  const endpoint = { url: receiver.url, events: ['refund.*'], description: 'demo endpoint' }
  // Without a signal: an endpoint with unknown id could not be removed.
  const { webhook, remove } = await registerEndpoint(client, endpoint)
  receiver.useSecret(webhook.secret)
  try {
    await walkRefund(client, transaction, receiver, webhook.secret)
  } finally {
    step('Clean up')
    await remove()
  }
  if (!receiver.deliveries.every(({ verified }) => verified)) throw new Error('a signature did not verify')
  say(`All of it worked: ${receiver.deliveries.length} signed deliveries, each one verified.`)
}

type Sample = { transaction_id: string; user_id: string }

async function walkRefund(client: Client, transaction: Sample, receiver: Receiver, secret: string) {
  const { transaction_id, user_id } = transaction
  const beneficiary = { user_id, name: 'Ada Lovelace', account_number: ACCOUNT_NUMBER, bank_code: 'COBADEFF' }

  step('Request a refund of a part of it')
  const refund = await client.requestRefund(
    {
      body: {
        transaction_id,
        refund: { amount: 100.25, currency: 'EUR', reason: 'confirmed_fraud', description: 'Card not present fraud' },
        beneficiary: { ...beneficiary, account_id: 'acc_1' },
        metadata: { case_id: 'case_4711', agent_id: 'agent_7' },
      },
    },
    options,
  )

  step('Request more than the rest of it')
  const tooMuch = { amount: 25.26, currency: 'EUR', reason: 'confirmed_fraud' }
  const refused = await client.requestRefund({ body: { transaction_id, refund: tooMuch, beneficiary } }, options).then(
    () => null,
    error => error,
  )
  if (!(refused instanceof ServiceError)) throw refused ?? new Error('it was not refused')
  say(`refused as it should be: ${refused.message}`)

  step('Wait for the webhook of the payment')
  for (const type of ['refund.created', 'refund.processing']) await receiver.waitFor(type, ARRIVAL_MS_MAX, ended)
  const delivery = await receiver.waitFor('refund.completed', ARRIVAL_MS_MAX, ended)
  for (const { body } of receiver.deliveries) say(`arrived: ${JSON.parse(body).type}`)
  say('headers of the last one:')
  for (const [name, value] of Object.entries(delivery.headers))
    if (/^(x-service|webhook)-/.test(name)) say(`  ${name}: ${value}`)
  say('body:')
  say(delivery.body)

  step('Verify its signature, as in the spec and with openssl')
  const signed = `${delivery.headers['x-service-timestamp']}.${delivery.body}`
  say(`$ printf '%s' '${signed}' | openssl dgst -sha256 -hmac '${secret}'`)
  say(opensslDigest(signed, secret) ?? 'there is no openssl on this machine')
  say(delivery.verified ? 'the signature is authentic' : 'THE SIGNATURE IS WRONG')

  step('Read the refund')
  await client.getRefund({ path: { refund_id: refund.refund_id } }, options)

  step('List refunds')
  await client.listRefunds({ query: { status: 'completed', page_size: '1' } }, options)

  step('Read its history, as an auditor would')
  await client.getRefundHistory({ path: { refund_id: refund.refund_id } }, options)
}

function opensslDigest(signed: string, secret: string): string | null {
  const { error, stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: signed,
    encoding: 'utf8',
  })
  return error === undefined ? stdout.trim() : null
}
