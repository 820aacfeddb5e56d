import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readConfig } from '#config.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { startReceiver } from './receiver.ts'
import { serviceFor } from './service.ts'
import { createTeller } from './teller.ts'

/** Plays the whole walk with real HTTP, beside the service that runs on DATA_DIR or starting its own. `npm run demo`. */

const ARRIVAL_MS_MAX = 60_000
/** The sandbox network pays accounts that end in 0001 at once. */
const ACCOUNT_NUMBER = '7000440001'

const config = readConfig()
const service = await serviceFor(config)
const receiver = await startReceiver(await developmentCaOf(config.DATA_DIR))
const { url, email, password } = service.credentials
const teller = createTeller(url)
const { step, call, say } = teller

try {
  step('Log in as the first administrator')
  const tokens = await call('POST', '/api/auth/login', { email, password })
  teller.useToken(tokens.access_token)

  step('Make a transaction known')
  const samples = JSON.parse(readFileSync(new URL('../../test/fixtures/transactions.json', import.meta.url), 'utf8'))
  const sample = samples[Math.floor(Math.random() * samples.length)]
  const transaction = { ...sample, transaction_id: `tx_demo_${Date.now()}`, amount: 125.5, currency: 'EUR' }
  await call('POST', '/transactions', transaction)

  step('Subscribe an HTTPS endpoint of ours to the refund events')
  const webhook = await call('POST', '/webhooks', {
    url: receiver.url,
    events: ['refund.*'],
    description: 'demo endpoint',
  })
  receiver.useSecret(webhook.secret)

  step('Request a refund of a part of it')
  const refund = await call(
    'POST',
    '/refund/request',
    {
      transaction_id: transaction.transaction_id,
      refund: { amount: 100.25, currency: 'EUR', reason: 'confirmed_fraud', description: 'Card not present fraud' },
      beneficiary: {
        user_id: transaction.user_id,
        account_id: 'acc_1',
        name: 'Ada Lovelace',
        account_number: ACCOUNT_NUMBER,
        bank_code: 'COBADEFF',
      },
      metadata: { case_id: 'case_4711', agent_id: 'agent_7' },
    },
    { 'Idempotency-Key': randomUUID() },
  )

  step('Ask for more than is left of it')
  await call(
    'POST',
    '/refund/request',
    {
      transaction_id: transaction.transaction_id,
      refund: { amount: 25.26, currency: 'EUR', reason: 'confirmed_fraud' },
      beneficiary: {
        user_id: transaction.user_id,
        name: 'Ada Lovelace',
        account_number: ACCOUNT_NUMBER,
        bank_code: 'COBADEFF',
      },
    },
    { 'Idempotency-Key': randomUUID() },
  )

  step('Wait for the endpoint to hear that it was paid')
  for (const type of ['refund.created', 'refund.processing']) await receiver.until(type, ARRIVAL_MS_MAX)
  const delivery = await receiver.until('refund.completed', ARRIVAL_MS_MAX)
  for (const { body } of receiver.deliveries) say(`arrived: ${JSON.parse(body).type}`)
  say('headers of the last one:')
  for (const [name, value] of Object.entries(delivery.headers))
    if (/^(x-service|webhook)-/.test(name)) say(`  ${name}: ${value}`)
  say('body:')
  say(delivery.body)

  step('Verify its signature, as the spec says and with openssl')
  say(
    `$ printf '%s' '${delivery.headers['x-service-timestamp']}.${delivery.body}' | openssl dgst -sha256 -hmac '${webhook.secret}'`,
  )
  say(delivery.verified ? 'the signature is authentic' : 'THE SIGNATURE IS WRONG')

  step('Read the refund')
  await call('GET', `/refund/${refund.refund_id}`)

  step('Find it in the list')
  await call('GET', '/refund/list?status=completed&page_size=1')

  step('Read its history, as an auditor would')
  await call('GET', `/audit/refunds/${refund.refund_id}`)

  step('Clean up')
  await call('DELETE', `/webhooks/${webhook.webhook_id}`)
  if (!receiver.deliveries.every(({ verified }) => verified)) throw new Error('a signature did not verify')
  say(`All of it worked: ${receiver.deliveries.length} signed deliveries, each one verified.`)
} finally {
  await receiver.close()
  await service.stop()
}
