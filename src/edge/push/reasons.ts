export const NETWORKS = ['apns', 'fcm'] as const
export type PushNetwork = (typeof NETWORKS)[number]

/**
 * Reasons from a closed list: they are logged, stored and returned to callers. Undocumented reasons and connection
 * errors may contain host names, addresses, files or tokens.
 */

/** Source: Apple, "Handling notification responses from APNs". */
// biome-ignore format: one list
const APNS_REASONS = [
  'BadCertificate', 'BadCertificateEnvironment', 'BadCollapseId', 'BadDeviceToken', 'BadEnvironmentKeyIdInToken',
  'BadExpirationDate', 'BadMessageId', 'BadPath', 'BadPriority', 'BadTopic', 'DeviceTokenNotForTopic',
  'DuplicateHeaders', 'ExpiredProviderToken', 'ExpiredToken', 'Forbidden', 'IdleTimeout', 'InternalServerError',
  'InvalidProviderToken', 'InvalidPushType', 'MethodNotAllowed', 'MissingDeviceToken', 'MissingProviderToken',
  'MissingTopic', 'PayloadEmpty', 'PayloadTooLarge', 'ServiceUnavailable', 'Shutdown', 'TooManyProviderTokenUpdates',
  'TooManyRequests', 'TopicDisallowed', 'Unregistered', 'UnrelatedKeyIdInToken',
] as const

/** Source: FCM HTTP v1 API, ErrorCode, and the codes of google.rpc. */
// biome-ignore format: one list
const FCM_REASONS = [
  'UNSPECIFIED_ERROR', 'INVALID_ARGUMENT', 'UNREGISTERED', 'SENDER_ID_MISMATCH', 'QUOTA_EXCEEDED', 'UNAVAILABLE',
  'INTERNAL', 'THIRD_PARTY_AUTH_ERROR', 'CANCELLED', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'NOT_FOUND', 'ALREADY_EXISTS',
  'PERMISSION_DENIED', 'UNAUTHENTICATED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION', 'ABORTED', 'OUT_OF_RANGE',
  'UNIMPLEMENTED', 'DATA_LOSS', 'BadRequest',
] as const

// biome-ignore format: one list
const OWN_REASONS = [
  'timeout', 'reset', 'refused', 'unreachable', 'host_not_found', 'certificate', 'tls', 'key', 'invalid_message',
  'grant_refused', 'grant_unavailable', 'unknown',
] as const

export type PushReason =
  | (typeof APNS_REASONS)[number]
  | (typeof FCM_REASONS)[number]
  | (typeof OWN_REASONS)[number]
  | `HTTP ${number}`

const documented: Record<PushNetwork, ReadonlySet<unknown>> = { apns: new Set(APNS_REASONS), fcm: new Set(FCM_REASONS) }
const all: ReadonlySet<unknown> = new Set([...APNS_REASONS, ...FCM_REASONS, ...OWN_REASONS])

const isKnown = (known: ReadonlySet<unknown>, text: unknown): text is PushReason => known.has(text)

/** `text`: of any type, as the network sent it; the status replaces a missing one. */
export function reasonOfResponse(network: PushNetwork, text: unknown, status: number): PushReason {
  if (text === undefined || text === null) return `HTTP ${status}`
  return isKnown(documented[network], text) ? text : 'unknown'
}

/** Reads a stored reason, maybe of an older version. */
export function parseReason(text: string): PushReason {
  return isKnown(all, text) || isStatus(text) ? text : 'unknown'
}

function isStatus(text: string): text is `HTTP ${number}` {
  return /^HTTP \d{3}$/.test(text)
}

const BY_CODE: readonly (readonly [RegExp, PushReason])[] = [
  [
    /^(?:deadline|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|UND_ERR_ABORTED|ABORT_ERR)$/,
    'timeout',
  ],
  [
    /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_(?:SOCKET|CLOSED|DESTROYED|INFO)|ERR_HTTP2_\w+|ERR_STREAM_\w+)$/,
    'reset',
  ],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, 'unreachable'],
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'host_not_found'],
  [
    /^(?:CERT_\w+|ERR_TLS_CERT_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|UNABLE_TO_(?:VERIFY|GET|DECODE)_\w+|HOSTNAME_MISMATCH)$/,
    'certificate',
  ],
  [/^(?:EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/, 'tls'],
  [/^(?:FAST_JWT_\w+|ERR_OSSL_\w+|ERR_JWS_\w+|ERR_JOSE_\w+)$/, 'key'],
  [/^NO_GRANT$/, 'grant_unavailable'],
]

export function reasonOfCode(code: string): PushReason {
  return BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? 'unknown'
}
