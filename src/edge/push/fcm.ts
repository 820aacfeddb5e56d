import { randomUUID } from 'node:crypto'
import type { ClientRequest } from 'node:http'
import { Agent } from 'node:https'
import type { TokenMessage } from 'firebase-admin/messaging'
import type { FcmAccess } from '#config/push-access.ts'
import { createFcmTokens, GrantRefused } from './fcm-token.ts'
import { outcomeOfError, outcomeOfResponse, parseProviderId, parseRetryAfterMs } from './outcomes.ts'
import { fcmContent, isUrgent } from './payload.ts'
import type { PushMessage, PushOutcome, PushSender } from './push-sender.ts'
import { reasonOfResponse } from './reasons.ts'
import { currentSend, runSend } from './send-context.ts'

/** The library has no option for another host. */
const FCM_HOST = 'fcm.googleapis.com'
const CONNECTIONS = 64
/** At most one replacement of a rejected token in this time. */
const RENEWAL_MS_MIN = 60_000
/** The library retries these by itself and hides Retry-After. */
const UNAVAILABLE = 503

/** FCM through firebase-admin, over our own connections to `endpoint`. */
export async function createFcmSender(access: FcmAccess): Promise<PushSender> {
  const [{ initializeApp, deleteApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ])
  const agent = createAgent(access)
  const tokens = createFcmTokens(access)
  const newApp = () =>
    initializeApp({ projectId: access.projectId, httpAgent: agent, credential: tokens }, `push-${randomUUID()}`)
  let app = newApp()
  let renewedAt = Number.NEGATIVE_INFINITY

  function renewToken() {
    const now = performance.now()
    if (now - renewedAt < RENEWAL_MS_MIN) return
    renewedAt = now
    tokens.discard()
    const oldApp = app
    app = newApp()
    deleteApp(oldApp).catch(() => undefined)
  }

  async function sendOnce(message: TokenMessage, dryRun = false): Promise<PushOutcome> {
    try {
      return { is: 'sent', providerId: parseProviderId(await getMessaging(app).send(message, dryRun)) }
    } catch (error) {
      return outcomeOfLibraryError(error)
    }
  }

  async function send(message: PushMessage): Promise<PushOutcome> {
    const { token } = message
    const outcome = await sendOnce(fcmMessage(message))
    if (outcome.is === 'credentials' && outcome.reason === 'UNAUTHENTICATED') renewToken()
    if (outcome.is !== 'token-rejected' || outcome.reason !== AMBIGUOUS) return outcome
    // A dry run with the token alone shows whether the token or the payload is invalid.
    const tokenOutcome = await sendOnce({ token, data: {} }, true)
    return tokenOutcome.is === 'sent' ? { is: 'refused', reason: outcome.reason } : tokenOutcome
  }

  return {
    send: message => runSend(() => send(message)),
    async close() {
      await Promise.all([deleteApp(app), tokens.close()])
      agent.destroy()
    },
  }
}

function fcmMessage(message: PushMessage): TokenMessage {
  const { token, collapseId, expiresAt } = message
  const { notification, data, android } = fcmContent(message, collapseId)
  return {
    ...{ token, notification, data },
    android: {
      ...android,
      priority: isUrgent(message) ? 'high' : 'normal',
      collapseKey: collapseId,
      ttl: Math.max(0, expiresAt.getTime() - Date.now()),
    },
  }
}

/** An internal method of Node's agent that its types leave out. */
type AgentInternals = { addRequest(request: ClientRequest, options: object): void }

function createAgent({ endpoint, ca }: FcmAccess): Agent {
  const { hostname, port } = new URL(endpoint)
  const agentOptions = { keepAlive: true, maxSockets: CONNECTIONS, ...(ca === undefined ? {} : { ca }) }
  const agent = new Agent(agentOptions)
  const createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (connectOptions, done) =>
    createConnection(
      { ...connectOptions, host: hostname, port: port === '' ? 443 : Number(port), servername: FCM_HOST },
      done,
    )
  const internals = agent as unknown as AgentInternals
  const addRequest = internals.addRequest.bind(agent)
  internals.addRequest = (request, requestOptions) => {
    // The queue retries; retries of the library are suppressed.
    if (currentSend()?.signal.aborted) return
    observe(request)
    addRequest(request, requestOptions)
  }
  return agent
}

/** Ends a send with the responses that the library would hide and retry. */
function observe(request: ClientRequest): void {
  const send = currentSend()
  if (send === undefined) return
  send.requests += 1
  const isFirst = send.requests === 1
  request.once('response', ({ statusCode, headers }) => {
    if (statusCode !== UNAVAILABLE) return
    const retryAfter = parseRetryAfterMs(headers['retry-after'])
    // Otherwise the library waits for this time and retries, which keeps the process alive.
    delete headers['retry-after']
    send.end(
      outcomeOfResponse('fcm', { status: UNAVAILABLE, reason: 'UNAVAILABLE', retryAfterMs: retryAfter, since: null }),
    )
  })
  request.once('error', error => {
    // A closed idle connection does not indicate an outage: the library retries once on a new one.
    if (!(isFirst && request.reusedSocket)) send.end(outcomeOfError(error))
  })
  const abort = () => request.destroy()
  send.signal.addEventListener('abort', abort, { once: true })
  request.once('close', () => send.signal.removeEventListener('abort', abort))
}

/** FCM's code for an invalid token as well as an invalid payload. */
const AMBIGUOUS = 'INVALID_ARGUMENT'

type Detail = { '@type'?: string; errorCode?: unknown; fieldViolations?: { field?: string }[] }
type FcmResponse = { status: number; headers: Record<string, string | undefined>; data: unknown }

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/** Classifies the network's response and not the library's name for it. */
function outcomeOfLibraryError(error: unknown): PushOutcome {
  if (causesOf(error).some(cause => cause instanceof GrantRefused))
    return { is: 'credentials', reason: 'grant_refused' }
  const { httpResponse } = error as { httpResponse?: FcmResponse }
  if (httpResponse === undefined)
    return isRejectedByLibrary(error) ? { is: 'refused', reason: 'invalid_message' } : outcomeOfError(error)
  const { status, headers, data } = httpResponse
  const reason = reasonOfResponse('fcm', reasonOf(data), status)
  return outcomeOfResponse('fcm', {
    status,
    reason,
    retryAfterMs: parseRetryAfterMs(headers['retry-after']),
    since: null,
  })
}

function reasonOf(data: unknown): unknown {
  const { error } = (typeof data === 'object' && data !== null ? data : {}) as {
    error?: { status?: unknown; details?: Detail[] }
  }
  if (typeof error !== 'object' || error === null) return null
  const details = Array.isArray(error.details) ? error.details : []
  const fcm = details.find(detail => detail['@type'] === FCM_ERROR)
  const badRequest = details.find(detail => detail['@type'] === BAD_REQUEST)
  const isTokenViolation = badRequest?.fieldViolations?.some(({ field }) => field === 'message.token') ?? false
  if (fcm?.errorCode !== undefined && (fcm.errorCode !== 'INVALID_ARGUMENT' || details[0] === fcm)) return fcm.errorCode
  if (badRequest !== undefined) return isTokenViolation ? 'INVALID_ARGUMENT' : 'BadRequest'
  return fcm?.errorCode ?? error.status ?? null
}

function isRejectedByLibrary(error: unknown): boolean {
  return /^messaging\/invalid-(argument|payload)$/.test(String((error as { code?: unknown }).code))
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}
