import { validateHeaderValue } from 'node:http'
import type { ApnsClient, SigningToken } from 'apns2'
import type { ApnsAccess } from '#config/push-access.ts'
import { outcomeOfError, outcomeOfResponse, parseProviderId, parseRetryAfterMs } from './outcomes.ts'
import { apnsContent, isUrgent } from './payload.ts'
import type { PushMessage, PushOutcome, PushSender } from './push-sender.ts'
import { reasonOfResponse } from './reasons.ts'
import { currentSend, runSend, type SendContext } from './send-context.ts'

/** Apple allows 1,000 streams per connection; the second one is for when the first gets a GOAWAY. */
const CONNECTIONS = 2
/** Requests in flight per connection. With undici's default of 1 each waits for the response to the one before. */
const STREAMS_MAX = 100
/** Longer than `SEND_MS_MAX`: ends requests whose send has timed out. */
const RESPONSE_MS_MAX = 10_000
/** Apple rejects more frequent new tokens (TooManyProviderTokenUpdates). */
const TOKEN_RENEWAL_MS_MIN = 20 * 60_000
/** What apns2 reports for a response without JSON, with the present time as its timestamp. */
const UNKNOWN_ERROR = 'UnknownError'
/** APNs began in 2009: smaller numbers are not milliseconds. */
const TIMESTAMP_MS_MIN = Date.UTC(2009, 0)

type Pool = ApnsClient['client']
type Request = Parameters<Pool['request']>[0]

/** APNs through apns2, over our own connections: its own pool waits without a limit for a connection that hangs. */
export async function createApnsSender(access: ApnsAccess): Promise<PushSender> {
  const { ApnsClient, ApnsError, Notification, Priority } = await import('apns2')
  const { key: signingKey, keyId, teamId: team, topic: defaultTopic } = access
  const client = new ApnsClient({ team, keyId, signingKey, defaultTopic })
  const defaultPool = client.client
  limitTokenRenewal(client)
  let pool = installPool(client, access)
  let poolCreatedAt = performance.now()
  await defaultPool.close()

  async function sendOnce(message: PushMessage, send: SendContext): Promise<PushOutcome> {
    const { token, collapseId, expiresAt } = message
    const notification = new Notification(token, {
      ...apnsContent(message),
      priority: isUrgent(message) ? Priority.immediate : Priority.throttled,
      collapseId,
      expiration: Math.floor(expiresAt.getTime() / 1_000),
    })
    try {
      await client.send(notification)
      return { is: 'sent', providerId: parseProviderId(send.providerId) }
    } catch (error) {
      if (!(error instanceof ApnsError)) return outcomeOfError(error)
      const { statusCode: status, timestamp } = error
      const hasReason = error.reason !== UNKNOWN_ERROR
      const reason = reasonOfResponse('apns', hasReason ? error.reason : null, status)
      const since = hasReason && status === 410 ? parseTimestamp(timestamp) : null
      return outcomeOfResponse('apns', { status, reason, retryAfterMs: parseRetryAfterMs(send.retryAfter), since })
    }
  }

  /** The connection may be dead although TCP believes otherwise: later messages use new ones. */
  function replacePool({ startedAt }: SendContext) {
    if (poolCreatedAt > startedAt) return
    const oldPool = pool
    pool = installPool(client, access)
    poolCreatedAt = performance.now()
    oldPool.close().catch(() => undefined)
    setTimeout(() => oldPool.destroy().catch(() => undefined), RESPONSE_MS_MAX).unref()
  }

  return {
    send: message =>
      runSend(async send => {
        const outcome = await sendOnce(message, send)
        const isTokenExpired = outcome.is === 'credentials' && outcome.reason === 'ExpiredProviderToken'
        return isTokenExpired ? sendOnce(message, send) : outcome
      }, replacePool),
    close: () => client.destroy(),
  }
}

type PoolClass = new (
  origin: string,
  options: {
    allowH2: true
    connections: number
    pipelining: number
    connect: object
    headersTimeout: number
    bodyTimeout: number
  },
) => Pool

/** Replaces the client's pool by one of the same class. */
function installPool(client: ApnsClient, { endpoint, ca }: ApnsAccess): Pool {
  const PoolOfClient = client.client.constructor as PoolClass
  const pool = new PoolOfClient(endpoint, {
    ...{ allowH2: true, connections: CONNECTIONS, pipelining: STREAMS_MAX },
    ...{ connect: ca === undefined ? {} : { ca } },
    ...{ headersTimeout: RESPONSE_MS_MAX, bodyTimeout: RESPONSE_MS_MAX },
  })
  const request = pool.request.bind(pool) as (options: Request) => ReturnType<Pool['request']>
  const trackedRequest = async (options: Request) => {
    const send = currentSend()
    if (send === undefined) return request(options)
    const headers = options.headers as { authorization: string }
    // undici rejects an invalid header only after it has assigned a connection, whose next request then waits for ever.
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, String(value))
    const { authorization } = headers
    Object.assign(send, { authorization, requests: send.requests + 1 })
    const response = await request({ ...options, signal: send.signal })
    send.retryAfter = response.headers['retry-after']
    send.providerId = firstValue(response.headers['apns-id'])
    if (response.statusCode === 200) response.body.dump().catch(() => undefined)
    return response
  }
  Object.assign(pool, { request: trackedRequest })
  Object.assign(client, { client: pool })
  return pool
}

/**
 * The client drops its token with each message that gets ExpiredProviderToken, and signs another with the next. Only
 * one of the messages sent with a token may do so, and not more often than Apple allows.
 */
function limitTokenRenewal(client: ApnsClient): void {
  let token: SigningToken | null = null
  let droppedAt = Number.NEGATIVE_INFINITY
  Object.defineProperty(client, '_token', {
    get: () => token,
    set(next: SigningToken | null) {
      if (next === null) {
        const now = performance.now()
        if (currentSend()?.authorization !== `bearer ${token?.value}` || now - droppedAt < TOKEN_RENEWAL_MS_MIN) return
        droppedAt = now
      }
      token = next
    },
  })
}

/** Null for an implausible time: then the token is dead as of the message. */
function parseTimestamp(timestamp: unknown): Date | null {
  if (typeof timestamp !== 'number' || timestamp < TIMESTAMP_MS_MIN) return null
  const time = new Date(timestamp)
  return Number.isNaN(time.getTime()) ? null : time
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
