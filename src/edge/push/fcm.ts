import { randomUUID } from 'node:crypto'
import type { ClientRequest } from 'node:http'
import { Agent } from 'node:https'
import type { TokenMessage } from 'firebase-admin/messaging'
import type { FcmAccess } from '#config/push-access.ts'
import { createFcmTokens, GrantRefused } from './fcm-token.ts'
import { currentSend, oneSend } from './one-send.ts'
import { noAnswer, outcomeOf, providerIdOf, retryAfterMs } from './outcomes.ts'
import { fcmContent, isUrgent } from './payload.ts'
import type { PushMessage, PushOutcome, PushSender } from './push.ts'
import { reasonGiven } from './reasons.ts'

/** The library asks this host and no other: it has no option for it. */
const FCM_HOST = 'fcm.googleapis.com'
/** Connections, of which each has one message under way. */
const CONNECTIONS = 64
/** A token that FCM did not take is not replaced more often. */
const RENEW_GAP_MS = 60_000
/** The library repeats these by itself, and does not tell what the network had said of when. */
const UNAVAILABLE = 503

/** FCM, through firebase-admin over connections of our own, which lead where `endpoint` says. */
export async function createFcmSender(access: FcmAccess): Promise<PushSender> {
  const [{ initializeApp, deleteApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ])
  const agent = agentTo(access)
  const tokens = createFcmTokens(access)
  const newApp = () =>
    initializeApp({ projectId: access.projectId, httpAgent: agent, credential: tokens }, `push-${randomUUID()}`)
  let app = newApp()
  let renewedAt = Number.NEGATIVE_INFINITY

  /** It keeps a token until its time is over. */
  function renew() {
    const now = performance.now()
    if (now - renewedAt < RENEW_GAP_MS) return
    renewedAt = now
    tokens.forget()
    const old = app
    app = newApp()
    deleteApp(old).catch(() => undefined)
  }

  async function ask(message: TokenMessage, dryRun = false): Promise<PushOutcome> {
    try {
      return { is: 'sent', providerId: providerIdOf(await getMessaging(app).send(message, dryRun)) }
    } catch (error) {
      return told(error)
    }
  }

  async function send(message: PushMessage): Promise<PushOutcome> {
    const { token } = message
    const outcome = await ask(fcmMessage(message))
    if (outcome.is === 'credentials' && outcome.reason === 'UNAUTHENTICATED') renew()
    if (outcome.is !== 'token-rejected' || outcome.reason !== AMBIGUOUS) return outcome
    // Which of the two it was, the token alone tells.
    const alone = await ask({ token, data: {} }, true)
    return alone.is === 'sent' ? { is: 'refused', reason: outcome.reason } : alone
  }

  return {
    send: message => oneSend(() => send(message)),
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
type Asked = { addRequest(request: ClientRequest, options: object): void }

function agentTo({ endpoint, ca }: FcmAccess): Agent {
  const { hostname, port } = new URL(endpoint)
  const options = { keepAlive: true, maxSockets: CONNECTIONS, ...(ca === undefined ? {} : { ca }) }
  const agent = new Agent(options)
  const createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (asked, done) =>
    createConnection({ ...asked, host: hostname, port: port === '' ? 443 : Number(port), servername: FCM_HOST }, done)
  const asking = agent as unknown as Asked
  const addRequest = asking.addRequest.bind(agent)
  asking.addRequest = (request, asked) => {
    // Nobody waits for what the library asks again by itself: the queue does, when the network wants it.
    if (currentSend()?.signal.aborted) return
    watch(request)
    addRequest(request, asked)
  }
  return agent
}

/** Ends a send with what the library would keep to itself and ask again. */
function watch(request: ClientRequest): void {
  const send = currentSend()
  if (send === undefined) return
  send.requests += 1
  const isFirst = send.requests === 1
  request.once('response', ({ statusCode, headers }) => {
    if (statusCode !== UNAVAILABLE) return
    const retryAfter = retryAfterMs(headers['retry-after'])
    // Else the library waits for so long to ask again, and its process with it.
    delete headers['retry-after']
    send.end(outcomeOf('fcm', { status: UNAVAILABLE, reason: 'UNAVAILABLE', retryAfterMs: retryAfter, since: null }))
  })
  request.once('error', error => {
    // A connection that was closed while it lay idle says nothing of the network: the library asks once more, on a new one.
    if (!(isFirst && request.reusedSocket)) send.end(noAnswer(error))
  })
  const giveUp = () => request.destroy()
  send.signal.addEventListener('abort', giveUp, { once: true })
  request.once('close', () => send.signal.removeEventListener('abort', giveUp))
}

/** What FCM says both of a token and of a payload that it does not take. */
const AMBIGUOUS = 'INVALID_ARGUMENT'

type Detail = { '@type'?: string; errorCode?: unknown; fieldViolations?: { field?: string }[] }
type FcmAnswer = { status: number; headers: Record<string, string | undefined>; data: unknown }

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/** What an error of the library means, by what the network answered and not by the library's name for it. */
function told(error: unknown): PushOutcome {
  if (causesOf(error).some(cause => cause instanceof GrantRefused))
    return { is: 'credentials', reason: 'grant_refused' }
  const { httpResponse } = error as { httpResponse?: FcmAnswer }
  if (httpResponse === undefined) return isOurs(error) ? { is: 'refused', reason: 'invalid_message' } : noAnswer(error)
  const { status, headers, data } = httpResponse
  const reason = reasonGiven('fcm', reasonOf(data), status)
  return outcomeOf('fcm', { status, reason, retryAfterMs: retryAfterMs(headers['retry-after']), since: null })
}

function reasonOf(data: unknown): unknown {
  const { error } = (typeof data === 'object' && data !== null ? data : {}) as {
    error?: { status?: unknown; details?: Detail[] }
  }
  if (typeof error !== 'object' || error === null) return null
  const details = Array.isArray(error.details) ? error.details : []
  const fcm = details.find(detail => detail['@type'] === FCM_ERROR)
  const bad = details.find(detail => detail['@type'] === BAD_REQUEST)
  const isOfToken = bad?.fieldViolations?.some(({ field }) => field === 'message.token') ?? false
  if (fcm?.errorCode !== undefined && (fcm.errorCode !== 'INVALID_ARGUMENT' || details[0] === fcm)) return fcm.errorCode
  if (bad !== undefined) return isOfToken ? 'INVALID_ARGUMENT' : 'BadRequest'
  return fcm?.errorCode ?? error.status ?? null
}

/** What the library refuses before it asks anybody. */
function isOurs(error: unknown): boolean {
  return /^messaging\/invalid-(argument|payload)$/.test(String((error as { code?: unknown }).code))
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}
