import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { createClient, NoAnswerError, ServiceError } from '#client/index.ts'
import { readConfig } from '#config/config.ts'
import { readOrCreateSecret } from '#config/secret-file.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { abortOnTermination } from '#terminal/abort-on-termination.ts'
import { CommandError, parsePort, runCommand, UsageError } from '#terminal/command-line.ts'
import { registerEndpoint } from './endpoint.ts'
import { findService } from './find-service.ts'
import { createForwarder, type Forwarder } from './forward.ts'
import { formatDelivery, print, printUntilEnded } from './output.ts'
import { type ReceivedDelivery, type ReceiverAnswer, startReceiver } from './receiver.ts'
import { REQUIREMENTS, reportMissed } from './report-missed.ts'

const SECRET_BYTES = 32
/** Time to remove the endpoint before the process ends. */
const END_MS_MAX = 10_000
const STATUS_TAKEN = 200
const STATUS_REFUSED = 401

const COMMAND = {
  start: 'npm run listen --',
  about: `Receives this service's webhooks on this machine: registers an HTTPS endpoint, verifies and prints every delivery, and forwards it
unchanged to your server. Removes the endpoint when it ends (Ctrl-C).

Logs in as SERVICE_EMAIL with SERVICE_PASSWORD, or else as the first administrator of DATA_DIR. Keeps the signing secret in
DATA_DIR/listen-secret for the next start.

A service on embedded defaults of the same DATA_DIR trusts the endpoint's certificate. Any other must run on this machine, with
WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 and WEBHOOK_CA_FILE=DATA_DIR/development-ca.pem.`,
  options: {
    forward: {
      type: 'string',
      value: 'URL',
      help: 'where to forward deliveries: body and headers unchanged, and its response goes back to the service',
    },
    events: {
      type: 'string',
      value: 'LIST',
      default: '*',
      help: 'what to receive: event types, families as refund.*, or *; separated by commas',
    },
    port: { type: 'string', value: 'N', default: '0', help: 'the port on 127.0.0.1; 0 is a free one' },
    url: { type: 'string', value: 'URL', help: 'the service; that of DATA_DIR unless given' },
  },
} as const

await runCommand(COMMAND, async ({ values }) => {
  if (values.url !== undefined) urlOf('--url', values.url)
  const port = parsePort('--port', values.port)
  const target = values.forward === undefined ? null : urlOf('--forward', values.forward)
  const events = eventsOf(values.events)
  const ended = abortOnTermination()
  const config = readConfig()
  const known = findService(config)
  const url = values.url ?? known.url
  if (known.login === null)
    throw new CommandError(
      `no login: start the service with \`npm start\`, or set SERVICE_EMAIL and SERVICE_PASSWORD (no credentials in ${config.DATA_DIR})`,
    )
  const client = createClient({ url, login: known.login, timeoutMs: END_MS_MAX })
  const secretFile = join(config.DATA_DIR, 'listen-secret')
  const secret = readOrCreateSecret(secretFile, () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}\n`).trim()
  await using forwarder = target === null ? null : createForwarder(target)
  const ca = await developmentCaOf(config.DATA_DIR)
  const answer = createAnswer(forwarder)
  await using receiver = await startReceiver(ca, { port, secret: () => secret, answer }).catch(error => {
    throw new CommandError(`can't listen on port ${port} (${error.code}): choose another with --port`)
  })

  if (ended.aborted) return
  const description = `npm run listen on ${hostname()}`
  const endpoint = await registerEndpoint(client, { url: receiver.url, events, description, secret }).catch(error => {
    throw new CommandError(failureReason(error, url))
  })
  const { webhook_id } = endpoint.webhook
  try {
    const lines = [
      `endpoint ${webhook_id} of ${url} at ${receiver.url}, for ${events.join(', ')}`,
      `secret ${secret} (kept in ${relative('', secretFile)})`,
      target === null ? 'forwarding nowhere: --forward URL names your server' : `forwarding to ${target.href}`,
    ]
    const missed = reportMissed(client, webhook_id, ended).catch(error => {
      if (!isNotFound(error)) throw new CommandError(failureReason(error, url))
      throw new CommandError(`endpoint ${webhook_id} was removed by another program: nothing arrives here any more`)
    })
    await Promise.all([printUntilEnded(ended, lines), missed])
  } finally {
    setTimeout(() => process.exit(1), END_MS_MAX).unref()
    const isRemoved = await endpoint.remove().then(
      () => true,
      error => {
        if (isNotFound(error)) return false
        throw new CommandError(
          `endpoint ${webhook_id} is left for the next start to remove: ${failureReason(error, url)}`,
        )
      },
    )
    if (isRemoved) print(`endpoint ${webhook_id} is removed`)
  }
})

/** Prints each delivery, and answers it as the target does. Forged deliveries are not forwarded. */
function createAnswer(forwarder: Forwarder | null) {
  return async (delivery: ReceivedDelivery): Promise<ReceiverAnswer> => {
    const isForged = 'problem' in delivery.outcome
    const status = isForged ? STATUS_REFUSED : STATUS_TAKEN
    const forwarded = isForged ? undefined : await forwarder?.forward(delivery.headers, delivery.body)
    print(formatDelivery(delivery, forwarded?.note ?? `answered ${status}`, new Date()))
    return forwarded?.answer ?? { status }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'NOT_FOUND'
}

function failureReason(error: unknown, url: string): string {
  if (error instanceof NoAnswerError) return `${error.message}: is it running? \`npm start\` starts it`
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error)
  const { field, reason } = error.details
  const why = reason === undefined ? error.message.replace(/\.$/, '') : `${error.code} ${field} ${reason}`
  const refused = `${url} refused: ${why}`
  if (error.code === 'AUTH_001') return `${refused}; set SERVICE_EMAIL and SERVICE_PASSWORD`
  if (field === 'url') return `${refused}; does the ${REQUIREMENTS}?`
  return refused
}

function urlOf(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http:// or https:// address, not "${text}"`)
  return url
}

function eventsOf(text: string): string[] {
  const events = text.split(',').map(event => event.trim())
  if (events.includes('')) throw new UsageError('--events must be names separated by commas')
  return events
}
