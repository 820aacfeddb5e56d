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

/** The library asks this host and no other: it has no option for it. */
const FCM_HOST = 'fcm.googleapis.com'
/** Connections, of which each has one message under way. */
const CONNECTIONS = 64
/** A token that FCM did not take is not replaced more often. */
const RENEWAL_MS_MIN = 60_000
/** The library repeats these by itself, and does not tell what the network had said of when. */
const UNAVAILABLE = 503

/** FCM, through firebase-admin over connections of our own, which lead where `endpoint` says. */
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

  /** It keeps a token until its time is over. */
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
    // Which of the two it was, the token alone tells.
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

/** What the agent is asked by Node for each request, which its types leave out. */
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
    // Nobody waits for what the library asks again by itself: the queue does, when the network wants it.
    if (currentSend()?.signal.aborted) return
    observe(request)
    addRequest(request, requestOptions)
  }
  return agent
}

/** Ends a send with what the library would keep to itself and ask again. */
function observe(request: ClientRequest): void {
  const send = currentSend()
  if (send === undefined) return
  send.requests += 1
  const isFirst = send.requests === 1
  request.once('response', ({ statusCode, headers }) => {
    if (statusCode !== UNAVAILABLE) return
    const retryAfter = parseRetryAfterMs(headers['retry-after'])
    // Else the library waits for so long to ask again, and its process with it.
    delete headers['retry-after']
    send.end(
      outcomeOfResponse('fcm', { status: UNAVAILABLE, reason: 'UNAVAILABLE', retryAfterMs: retryAfter, since: null }),
    )
  })
  request.once('error', error => {
    // A connection that was closed while it lay idle says nothing of the network: the library asks once more, on a new one.
    if (!(isFirst && request.reusedSocket)) send.end(outcomeOfError(error))
  })
  const abort = () => request.destroy()
  send.signal.addEventListener('abort', abort, { once: true })
  request.once('close', () => send.signal.removeEventListener('abort', abort))
}

/** What FCM says both of a token and of a payload that it does not take. */
const AMBIGUOUS = 'INVALID_ARGUMENT'

type Detail = { '@type'?: string; errorCode?: unknown; fieldViolations?: { field?: string }[] }
type FcmResponse = { status: number; headers: Record<string, string | undefined>; data: unknown }

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/** What an error of the library means, by what the network answered and not by the library's name for it. */
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

/** What the library refuses before it asks anybody. */
function isRejectedByLibrary(error: unknown): boolean {
  return /^messaging\/invalid-(argument|payload)$/.test(String((error as { code?: unknown }).code))
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}
