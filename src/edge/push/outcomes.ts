import type { PushOutcome } from './push-sender.ts'
import { type PushNetwork, type PushReason, reasonOfCode } from './reasons.ts'

/** `busy` concerns the message, `limited` the device or the network, `quota` and `down` the network. */
type ResponseClass = 'token-dead' | 'token-rejected' | 'refused' | 'credentials' | 'busy' | 'limited' | 'quota' | 'down'

/** By documented reason; other responses are classified by status. */
const byReason: Readonly<Record<PushNetwork, Readonly<Partial<Record<PushReason, ResponseClass>>>>> = {
  apns: {
    Unregistered: 'token-dead',
    ExpiredToken: 'token-dead',
    BadDeviceToken: 'token-rejected',
    DeviceTokenNotForTopic: 'token-rejected',
    ExpiredProviderToken: 'credentials',
    InvalidProviderToken: 'credentials',
    MissingProviderToken: 'credentials',
    TopicDisallowed: 'credentials',
    BadTopic: 'credentials',
    MissingTopic: 'credentials',
    BadPath: 'credentials',
    PayloadTooLarge: 'refused',
    TooManyRequests: 'busy',
    TooManyProviderTokenUpdates: 'quota',
    Shutdown: 'down',
  },
  fcm: {
    UNREGISTERED: 'token-dead',
    INVALID_ARGUMENT: 'token-rejected',
    BadRequest: 'refused',
    /** A token of another project: one may be a client's mistake, many raise the alarm of `TokenRejectionGuard`. */
    SENDER_ID_MISMATCH: 'token-rejected',
    /** A token of iOS or a browser, for which FCM would need the key of another network. */
    THIRD_PARTY_AUTH_ERROR: 'token-rejected',
    UNAUTHENTICATED: 'credentials',
    PERMISSION_DENIED: 'credentials',
    /** Of the project; a dead token is UNREGISTERED. */
    NOT_FOUND: 'credentials',
    QUOTA_EXCEEDED: 'limited',
    RESOURCE_EXHAUSTED: 'limited',
    UNAVAILABLE: 'down',
    INTERNAL: 'down',
  },
}

const byStatus: Readonly<Record<PushNetwork, Readonly<Record<number, ResponseClass>>>> = {
  apns: { 400: 'refused', 401: 'credentials', 403: 'credentials', 410: 'token-dead', 413: 'refused', 429: 'busy' },
  fcm: { 400: 'refused', 401: 'credentials', 403: 'credentials', 404: 'credentials', 413: 'refused', 429: 'limited' },
}

const QUOTA_RETRY_MS = 60_000

export type PushResponse = {
  status: number
  reason: PushReason
  retryAfterMs: number | null
  since: Date | null
}

export function outcomeOfResponse(
  network: PushNetwork,
  { status, reason, retryAfterMs, since }: PushResponse,
): PushOutcome {
  const responseClass = byReason[network][reason] ?? byStatus[network][status] ?? 'down'
  switch (responseClass) {
    case 'token-dead':
      return { is: responseClass, since, reason }
    case 'token-rejected':
    case 'refused':
    case 'credentials':
      return { is: responseClass, reason }
    case 'busy':
      return { is: 'later', about: 'message', retryAfterMs, reason }
    case 'limited':
      return { is: 'later', about: 'either', retryAfterMs: retryAfterMs ?? QUOTA_RETRY_MS, reason }
    case 'quota':
      return { is: 'later', about: 'network', retryAfterMs: retryAfterMs ?? QUOTA_RETRY_MS, reason }
    case 'down':
      return { is: 'later', about: 'network', retryAfterMs, reason }
  }
}

/** An invalid header or address, which is never sent. */
const UNSENDABLE = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_CHAR', 'ERR_INVALID_URL', 'ERR_UNESCAPED_CHARACTERS'])

/** For an error without a response, such as a lost connection. A message that cannot be sent is invalid itself. */
export function outcomeOfError(error: unknown): PushOutcome {
  const code = codeOf(error)
  if (UNSENDABLE.has(code)) return { is: 'refused', reason: 'invalid_message' }
  return { is: 'later', about: 'network', retryAfterMs: null, reason: reasonOfCode(code) }
}

export function timeoutOutcome(): PushOutcome {
  return { is: 'later', about: 'network', retryAfterMs: null, reason: 'timeout' }
}

/** The network's message id, if it is a plausible one. */
export function parseProviderId(name: unknown): string | null {
  return typeof name === 'string' && PROVIDER_ID.test(name) ? name : null
}

const PROVIDER_ID = /^[\x21-\x7e]{1,256}$/

/** The code of the error or its cause. Messages of the libraries contain tokens and texts. */
function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > CAUSES_MAX) return 'unknown'
  if ('code' in error && typeof error.code === 'string' && !isLibraryCode(error.code)) return error.code
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause, depth + 1)
  return 'code' in error ? String(error.code) : 'unknown'
}

const CAUSES_MAX = 5

/** Codes of the library that wrap another error. */
function isLibraryCode(code: string): boolean {
  return code.startsWith('app/') || code.startsWith('messaging/')
}

/** Seconds or a date; null for anything else and for the past. */
export function parseRetryAfterMs(header: string | string[] | undefined, now = Date.now()): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now
  return ms > 0 ? ms : null
}
