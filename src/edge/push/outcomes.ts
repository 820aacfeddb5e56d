import type { PushNetwork } from './networks.ts'
import type { PushOutcome } from './push-sender.ts'
import { type PushReason, reasonOfCode } from './reasons.ts'

/** What an answer of a network means; `busy`, `limited`, `quota` and `down` are said again later, of this message, of either or of all. */
type ResponseClass = 'token-dead' | 'token-rejected' | 'refused' | 'credentials' | 'busy' | 'limited' | 'quota' | 'down'

/** What the networks say, by the reason that they give. What is not here is told by the status. */
const byReason: Readonly<Record<PushNetwork, Readonly<Partial<Record<PushReason, ResponseClass>>>>> = {
  apns: {
    Unregistered: 'token-dead',
    ExpiredToken: 'token-dead',
    BadDeviceToken: 'token-rejected',
    DeviceTokenNotForTopic: 'token-rejected',
    /** By then it was made anew once. */
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
    /** Of the token, which was asked about alone. */
    INVALID_ARGUMENT: 'token-rejected',
    BadRequest: 'refused',
    /** A token of another project: of one device it is the device's, whose token any client may have sent here; of many, `TokenDoubt` says so. */
    SENDER_ID_MISMATCH: 'token-rejected',
    /** A token of an iPhone or of a browser, for which FCM would need another network's key: no app of Android has one. */
    THIRD_PARTY_AUTH_ERROR: 'token-rejected',
    UNAUTHENTICATED: 'credentials',
    PERMISSION_DENIED: 'credentials',
    /** Of the project: what is gone of a token is UNREGISTERED, which the library calls by the same name. */
    NOT_FOUND: 'credentials',
    /** Of the project, or of what one device is sent. */
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

/** Of FCM, where it does not say. */
const QUOTA_RETRY_MS = 60_000

export type PushResponse = {
  status: number
  reason: PushReason
  /** Milliseconds; null where the network names no time. */
  retryAfterMs: number | null
  /** Since when APNs knows a token for dead. */
  since: Date | null
}

/** What an answer that is no acceptance comes to. */
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

/** A header or an address that no transport sends, whoever is asked. */
const UNSENDABLE = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_CHAR', 'ERR_INVALID_URL', 'ERR_UNESCAPED_CHARACTERS'])

/** No answer at all: a lost connection, a GOAWAY, a silence. What was never sent is the message's own fault and says nothing of the network. */
export function outcomeOfError(error: unknown): PushOutcome {
  const code = codeOf(error)
  if (UNSENDABLE.has(code)) return { is: 'refused', reason: 'invalid_message' }
  return { is: 'later', about: 'network', retryAfterMs: null, reason: reasonOfCode(code) }
}

/** Nothing in all the time that there was. */
export function timeoutOutcome(): PushOutcome {
  return { is: 'later', about: 'network', retryAfterMs: null, reason: 'timeout' }
}

/** What a network calls a message, where that is a name and no end of text. */
export function parseProviderId(name: unknown): string | null {
  return typeof name === 'string' && PROVIDER_ID.test(name) ? name : null
}

const PROVIDER_ID = /^[\x21-\x7e]{1,256}$/

/** What an error is known by: its code, or the code behind it. Messages of the libraries hold tokens and texts. */
function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > CAUSES_MAX) return 'unknown'
  if ('code' in error && typeof error.code === 'string' && !isLibraryCode(error.code)) return error.code
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause, depth + 1)
  return 'code' in error ? String(error.code) : 'unknown'
}

const CAUSES_MAX = 5

/** The library's words for whatever went wrong beneath it. */
function isLibraryCode(code: string): boolean {
  return code.startsWith('app/') || code.startsWith('messaging/')
}

/** Seconds or a date; null for what is neither, or over. */
export function parseRetryAfterMs(header: string | string[] | undefined, now = Date.now()): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now
  return ms > 0 ? ms : null
}
