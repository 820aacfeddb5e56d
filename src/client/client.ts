import { delay } from './delay.ts'
import { NoAnswerError, ServiceError } from './errors.ts'
import { callOf } from './openapi.ts'
import { readBody } from './read-body.ts'
import { ATTEMPTS_MAX, isRetryable, RETRY_AFTER_MS_MAX, retryDelayMs } from './retry.ts'
import { fixedSession, loginSession, type Session } from './session.ts'
import { type StreamItem, type StreamOptions, streamEvents } from './stream-events.ts'
import type { CallOptions, FileUpload, OperationName, Operations } from './types.ts'

/** The service responds within 10 s; the rest is for the network. */
const TIMEOUT_MS = 15_000
const UNAUTHORIZED = 401
const TOKEN_EXPIRED = 'AUTH_002'
/** Responds 401 to a wrong password and counts it: a retry would lock the account sooner. */
const CHANGE_PASSWORD_PATH: string = callOf.changePassword.path
/** A repeated login only opens another session, which expires. */
const SAFE_PATHS: readonly string[] = [callOf.login.path, callOf.refresh.path]

export type ClientOptions = {
  url: string
  login?: { email: string; password: string }
  /** Or an access token that the caller manages. */
  token?: string
  /** Or tokens from elsewhere, with a way to renew them. */
  session?: Session
  /** Per attempt, until the whole response has arrived. Files have no time unless a call gives one. */
  timeoutMs?: number
  attemptsMax?: number
  /** With a longer Retry-After, the call fails with an error that states it. */
  retryAfterMsMax?: number
  /** Replaces the global one, for a proxy, a log or a test. */
  fetch?: typeof globalThis.fetch
}

/** Methods are named by `operationId`. Each returns the body or throws ServiceError or NoAnswerError. */
export type Client = Operations & {
  /** The events of the client as they happen; reconnects by itself. */
  streamEvents(options?: StreamOptions): AsyncGenerator<StreamItem, void>
}

type Call = (typeof callOf)[OperationName]
type AnyInput = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
}

export function createClient(options: ClientOptions): Client {
  const { login, token = null, session = fixedSession(token) } = options
  if (login === undefined) return buildClient(options, session)
  const anonymous = buildClient(options, fixedSession(null))
  const refreshing = loginSession({
    logIn: () => anonymous.login({ body: login }),
    refresh: refresh_token => anonymous.refresh({ body: { refresh_token } }),
  })
  return buildClient(options, refreshing)
}

function buildClient(options: ClientOptions, session: Session): Client {
  const methods = Object.entries(callOf).map(([name, call]) => [
    name,
    (input: AnyInput = {}, callOptions: CallOptions = {}) =>
      callWithRetries(options, session, call, input, callOptions),
  ])
  const { url, fetch = globalThis.fetch } = options
  const stream = (given?: StreamOptions) => streamEvents({ url, fetch, session }, given)
  return { ...Object.fromEntries(methods), streamEvents: stream } as Client
}

async function callWithRetries(
  options: ClientOptions,
  session: Session,
  call: Call,
  input: AnyInput,
  callOptions: CallOptions,
) {
  const { attemptsMax = ATTEMPTS_MAX, retryAfterMsMax = RETRY_AFTER_MS_MAX } = options
  const address = urlOf(options.url, call.path, input)
  const key =
    call.key === 'none' ? null : (input.idempotencyKey ?? (call.key === 'always' ? crypto.randomUUID() : null))
  const isRepeatable = call.method === 'GET' || key !== null || SAFE_PATHS.includes(call.path)
  callOptions.signal?.throwIfAborted()
  let token = call.hasToken ? await raceAbort(session.token(), callOptions.signal) : null
  let isRenewed = false
  for (let attempt = 1; ; ) {
    try {
      return await callOnce(options, address, call, input, callOptions, key, token)
    } catch (error) {
      // The token may have expired since the last call; a request with a rejected token had no effect.
      const isTokenRefused = error instanceof ServiceError && isTokenError(error, call) && !isRenewed
      const renewed =
        isTokenRefused && token !== null ? await raceAbort(session.renew(token), callOptions.signal) : null
      if (renewed !== null) {
        token = renewed
        isRenewed = true
        continue
      }
      const delayMs = retryDelayMs(error, attempt, retryAfterMsMax, Math.random())
      if (attempt >= attemptsMax || delayMs === null || !isRetryable(error, isRepeatable, attempt)) throw error
      await delay(delayMs, callOptions.signal)
      attempt += 1
    }
  }
}

function isTokenError({ status, code }: ServiceError, { path }: Call): boolean {
  return status === UNAUTHORIZED && (path !== CHANGE_PASSWORD_PATH || code === TOKEN_EXPIRED)
}

/** Aborts this caller's wait and not the login, which other calls may share. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

async function callOnce(
  { url, fetch = globalThis.fetch, timeoutMs: jsonTimeoutMs = TIMEOUT_MS }: ClientOptions,
  address: string,
  call: Call,
  input: AnyInput,
  options: CallOptions,
  key: string | null,
  token: string | null,
): Promise<unknown> {
  const { method, path } = call
  const upload = 'sends' in call ? (input.body as FileUpload<string>) : undefined
  const isFile = upload !== undefined || 'returns' in call
  const { signal, timeoutMs = isFile ? undefined : jsonTimeoutMs } = options
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout].filter(one => one !== undefined)),
      headers: {
        accept: 'returns' in call ? '*/*' : 'application/json',
        ...(input.body === undefined ? {} : { 'content-type': upload?.type ?? 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      ...(input.body === undefined ? {} : { body: upload?.content ?? JSON.stringify(input.body) }),
    })
    return response.ok && 'returns' in call ? (response.body ?? new Blob([]).stream()) : await readBody(response)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    signal?.throwIfAborted()
    const failure = timeout?.aborted ? `within ${timeoutMs} ms` : `(${reasonOf(error)})`
    throw new NoAnswerError(`${method} ${path}: ${url} did not answer ${failure}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

function urlOf(url: string, path: string, { path: pathParams = {}, query = {} }: AnyInput): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, pathParams[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  return `${url.replace(/\/+$/, '')}${filledPath}${search.size === 0 ? '' : `?${search}`}`
}

/** An address has no empty segment, and `.` and `..` would lead to another path. */
function pathSegment(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} ${text === '' ? 'is missing' : `must not be ${text}`}`)
  return encodeURIComponent(text)
}
