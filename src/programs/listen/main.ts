import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { createClient, NoAnswerError, ServiceError } from '#client/index.ts'
import { readConfig } from '#config/config.ts'
import { readOrCreateSecret } from '#config/secret-file.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { abortOnTermination } from '#terminal/abort-on-termination.ts'
import { CommandError } from '#terminal/command-line.ts'
import { type ListenOptions, REQUIREMENTS, runListen } from './command.ts'
import { registerEndpoint } from './endpoint.ts'
import { findService } from './find-service.ts'
import { createForwarder, type Forwarder } from './forward.ts'
import { formatDelivery, print, printUntilEnded } from './output.ts'
import { type ReceivedDelivery, type ReceiverAnswer, startReceiver } from './receiver.ts'
import { reportMissed } from './report-missed.ts'

/** `npm run listen`: this machine as a webhook endpoint. */

const SECRET_BYTES = 32
/** Time to remove the endpoint before the process ends. */
const END_MS_MAX = 10_000
const STATUS_TAKEN = 200
const STATUS_REFUSED = 401

async function listen({ url: given, port, forward: target, events }: ListenOptions): Promise<void> {
  const ended = abortOnTermination()
  const config = readConfig()
  const known = findService(config)
  const url = given ?? known.url
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
}

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

await runListen(listen)
