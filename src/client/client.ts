import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { NoAnswerError, ServiceError } from './errors.ts'
import { callOf } from './openapi.ts'
import { readBody } from './read-body.ts'
import { ATTEMPTS_MAX, isRetryable, RETRY_AFTER_MS_MAX, retryDelayMs } from './retry.ts'
import { fixedSession, loginSession, type Session } from './session.ts'
import type { CallOptions, OperationName, Operations } from './types.ts'

/** The service answers within 10 s, with 503 at the latest; the rest is for the way. */
const TIMEOUT_MS = 15_000
const UNAUTHORIZED = 401
const TOKEN_EXPIRED = 'AUTH_002'
/** Refuses a wrong password as others refuse a token, and counts it: asked twice, it would lock the account twice as soon. */
const CHANGE_PASSWORD_PATH: string = callOf.changePassword.path
/** A second login opens a second session, which runs out by itself. */
const SAFE_PATHS: readonly string[] = [callOf.login.path, callOf.refresh.path]

export type ClientOptions = {
  /** Where the service answers: `https://api.example.com`. */
  url: string
  /** Logs in at the first call and stays logged in. */
  login?: { email: string; password: string }
  /** Or an access token that the caller looks after. */
  token?: string
  /** For each attempt, from the first byte to the last. */
  timeoutMs?: number
  attemptsMax?: number
  /** A longer Retry-After is not waited for: the error says how long it is. */
  retryAfterMsMax?: number
  /** In place of the global one: for a proxy, a log, or a test. */
  fetch?: typeof globalThis.fetch
}

/** A method per operation, by its `operationId`. They answer with the body, or throw ServiceError or NoAnswerError. */
export type Client = Operations

type Call = (typeof callOf)[OperationName]
/** Any operation's input; `types.ts` says which has what. */
type AnyInput = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
}

export function createClient(options: ClientOptions): Client {
  const { login } = options
  const session =
    login === undefined
      ? fixedSession(options.token ?? null)
      : loginSession({
          logIn: () => anonymous.login({ body: login }),
          refresh: refresh_token => anonymous.refresh({ body: { refresh_token } }),
        })
  const anonymous = buildClient(options, fixedSession(null))
  return buildClient(options, session)
}

function buildClient(options: ClientOptions, session: Session): Client {
  const methods = Object.entries(callOf).map(([name, call]) => [
    name,
    (input: AnyInput = {}, callOptions: CallOptions = {}) =>
      callWithRetries(options, session, call, input, callOptions),
  ])
  return Object.fromEntries(methods) as Client
}

async function callWithRetries(
  options: ClientOptions,
  session: Session,
  call: Call,
  input: AnyInput,
  callOptions: CallOptions,
) {
  const { attemptsMax = ATTEMPTS_MAX, retryAfterMsMax = RETRY_AFTER_MS_MAX } = options
  const key = call.key === 'none' ? null : (input.idempotencyKey ?? (call.key === 'always' ? randomUUID() : null))
  const isRepeatable = call.method === 'GET' || key !== null || SAFE_PATHS.includes(call.path)
  callOptions.signal?.throwIfAborted()
  let token = call.hasToken ? await raceAbort(session.token(), callOptions.signal) : null
  let isRenewed = false
  for (let attempt = 1; ; ) {
    try {
      return await callOnce(options, call, input, callOptions, key, token)
    } catch (error) {
      // A token may have run out since the last call. Nothing was done when it was refused.
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
      const { signal } = callOptions
      await delay(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted())
      attempt += 1
    }
  }
}

function isTokenError({ status, code }: ServiceError, { path }: Call): boolean {
  return status === UNAUTHORIZED && (path !== CHANGE_PASSWORD_PATH || code === TOKEN_EXPIRED)
}

/** What other calls wait for as well, a login, goes on for them when one of them is given up. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

async function callOnce(
  { url, fetch = globalThis.fetch, timeoutMs: defaultTimeoutMs = TIMEOUT_MS }: ClientOptions,
  { method, path }: Call,
  input: AnyInput,
  { signal, timeoutMs = defaultTimeoutMs }: CallOptions,
  key: string | null,
  token: string | null,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(urlOf(url, path, input), {
      method,
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: {
        accept: 'application/json',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    return await readBody(response)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    signal?.throwIfAborted()
    const failure = timeout.aborted ? `within ${timeoutMs} ms` : `(${reasonOf(error)})`
    throw new NoAnswerError(`${method} ${path}: ${url} did not answer ${failure}`, { cause: error })
  }
}

/** Of undici's "fetch failed", what failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

function urlOf(url: string, path: string, { path: pathParams = {}, query = {} }: AnyInput): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathParams[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  return `${url.replace(/\/+$/, '')}${filledPath}${search.size === 0 ? '' : `?${search}`}`
}
