import { validateHeaderValue } from 'node:http'
import type { ApnsClient, SigningToken } from 'apns2'
import type { ApnsAccess } from '#config/push-access.ts'
import { currentSend, oneSend, type Send } from './one-send.ts'
import { noAnswer, outcomeOf, providerIdOf, retryAfterMs } from './outcomes.ts'
import { apnsContent, isUrgent } from './payload.ts'
import type { PushMessage, PushOutcome, PushSender } from './push.ts'
import { reasonGiven } from './reasons.ts'

/** Apple takes a thousand streams and more on one; the second is for when one was told to go away. */
const CONNECTIONS = 2
/** Requests under way on one connection. With undici's default of 1 each waits for the answer to the one before. */
const STREAMS_MAX = 100
/** Behind the deadline of a send, for what nobody waits for any more. */
const SILENCE_MS_MAX = 10_000
/** Apple refuses whoever makes tokens more often (TooManyProviderTokenUpdates). */
const TOKEN_AGAIN_MS = 20 * 60_000
/** apns2's word for an answer that is no JSON, to which it gives the present time. */
const UNKNOWN = 'UnknownError'
/** There is no token from before 2009: what is less is no time in milliseconds. */
const APNS_SINCE_MS = Date.UTC(2009, 0)

type Pool = ApnsClient['client']
type Request = Parameters<Pool['request']>[0]

/** APNs, through apns2 over connections of our own: with its own pool one that hangs is waited for without an end. */
export async function createApnsSender(access: ApnsAccess): Promise<PushSender> {
  const { ApnsClient, ApnsError, Notification, Priority } = await import('apns2')
  const { key: signingKey, keyId, teamId: team, topic: defaultTopic } = access
  const client = new ApnsClient({ team, keyId, signingKey, defaultTopic })
  const own = client.client
  boundTokens(client)
  let pool = connect(client, access)
  let poolSince = performance.now()
  await own.close()

  async function ask(message: PushMessage, send: Send): Promise<PushOutcome> {
    const { token, collapseId, expiresAt } = message
    const notification = new Notification(token, {
      ...apnsContent(message),
      priority: isUrgent(message) ? Priority.immediate : Priority.throttled,
      collapseId,
      // Whole seconds, which must not be rounded into the time after it.
      expiration: Math.floor(expiresAt.getTime() / 1_000),
    })
    try {
      await client.send(notification)
      return { is: 'sent', providerId: providerIdOf(send.providerId) }
    } catch (error) {
      if (!(error instanceof ApnsError)) return noAnswer(error)
      const { statusCode: status, timestamp } = error
      const isTold = error.reason !== UNKNOWN
      const reason = reasonGiven('apns', isTold ? error.reason : null, status)
      const since = isTold && status === 410 ? timeOf(timestamp) : null
      return outcomeOf('apns', { status, reason, retryAfterMs: retryAfterMs(send.retryAfter), since })
    }
  }

  /** Whichever of the connections it was, it may be dead, whatever TCP believes: later messages go by others, and those under way end as they may. */
  function late({ startedAt }: Send) {
    if (poolSince > startedAt) return
    const left = pool
    pool = connect(client, access)
    poolSince = performance.now()
    left.close().catch(() => undefined)
    setTimeout(() => left.destroy().catch(() => undefined), SILENCE_MS_MAX).unref()
  }

  return {
    send: message =>
      oneSend(async send => {
        const outcome = await ask(message, send)
        const isOld = outcome.is === 'credentials' && outcome.reason === 'ExpiredProviderToken'
        return isOld ? ask(message, send) : outcome
      }, late),
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

/** Puts other connections into the client, of the very class that it has itself. */
function connect(client: ApnsClient, { endpoint, ca }: ApnsAccess): Pool {
  const PoolOfClient = client.client.constructor as PoolClass
  const pool = new PoolOfClient(endpoint, {
    ...{ allowH2: true, connections: CONNECTIONS, pipelining: STREAMS_MAX },
    ...{ connect: ca === undefined ? {} : { ca } },
    ...{ headersTimeout: SILENCE_MS_MAX, bodyTimeout: SILENCE_MS_MAX },
  })
  const request = pool.request.bind(pool) as (options: Request) => ReturnType<Pool['request']>
  const seen = async (options: Request) => {
    const send = currentSend()
    if (send === undefined) return request(options)
    const headers = options.headers as { authorization: string }
    // undici refuses a header that is none only once it has given the request a connection, whose next request then waits for ever.
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, String(value))
    const { authorization } = headers
    Object.assign(send, { authorization, requests: send.requests + 1 })
    const answer = await request({ ...options, signal: send.signal })
    send.retryAfter = answer.headers['retry-after']
    send.providerId = textOf(answer.headers['apns-id'])
    if (answer.statusCode === 200) answer.body.dump().catch(() => undefined)
    return answer
  }
  Object.assign(pool, { request: seen })
  Object.assign(client, { client: pool })
  return pool
}

/**
 * The client drops its token with each message that is told that it has expired, and makes another with the next. Of all that went with one token only
 * one may do so, and not more often than Apple allows.
 */
function boundTokens(client: ApnsClient): void {
  let token: SigningToken | null = null
  let droppedAt = Number.NEGATIVE_INFINITY
  Object.defineProperty(client, '_token', {
    get: () => token,
    set(next: SigningToken | null) {
      if (next === null) {
        const now = performance.now()
        if (currentSend()?.authorization !== `bearer ${token?.value}` || now - droppedAt < TOKEN_AGAIN_MS) return
        droppedAt = now
      }
      token = next
    },
  })
}

/** Null for what is no time of a token's: then it is dead as of the message. */
function timeOf(timestamp: unknown): Date | null {
  if (typeof timestamp !== 'number' || timestamp < APNS_SINCE_MS) return null
  const time = new Date(timestamp)
  return Number.isNaN(time.getTime()) ? null : time
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
