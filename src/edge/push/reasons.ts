import type { PushNetwork } from './networks.ts'

/**
 * Why something was not sent, in words of a closed list: they are logged, stored and told to callers. What a network says beside its documented reasons,
 * and what errors of connections hold, may be anything: names of hosts, addresses, files, tokens.
 */

/** Source: Apple, "Handling notification responses from APNs". */
const APNS_REASONS = [
  ...([
    'BadCertificate',
    'BadCertificateEnvironment',
    'BadCollapseId',
    'BadDeviceToken',
    'BadEnvironmentKeyIdInToken',
  ] as const),
  ...(['BadExpirationDate', 'BadMessageId', 'BadPath', 'BadPriority', 'BadTopic', 'DeviceTokenNotForTopic'] as const),
  ...(['DuplicateHeaders', 'ExpiredProviderToken', 'ExpiredToken', 'Forbidden', 'IdleTimeout'] as const),
  ...([
    'InternalServerError',
    'InvalidProviderToken',
    'InvalidPushType',
    'MethodNotAllowed',
    'MissingDeviceToken',
  ] as const),
  ...([
    'MissingProviderToken',
    'MissingTopic',
    'PayloadEmpty',
    'PayloadTooLarge',
    'ServiceUnavailable',
    'Shutdown',
  ] as const),
  ...(['TooManyProviderTokenUpdates', 'TooManyRequests', 'TopicDisallowed', 'Unregistered'] as const),
  'UnrelatedKeyIdInToken',
] as const

/** Source: the ErrorCode of FCM's HTTP v1 API, and the codes of google.rpc that it is told by. */
const FCM_REASONS = [
  ...(['UNSPECIFIED_ERROR', 'INVALID_ARGUMENT', 'UNREGISTERED', 'SENDER_ID_MISMATCH', 'QUOTA_EXCEEDED'] as const),
  ...(['UNAVAILABLE', 'INTERNAL', 'THIRD_PARTY_AUTH_ERROR', 'CANCELLED', 'UNKNOWN', 'DEADLINE_EXCEEDED'] as const),
  ...(['NOT_FOUND', 'ALREADY_EXISTS', 'PERMISSION_DENIED', 'UNAUTHENTICATED', 'RESOURCE_EXHAUSTED'] as const),
  ...(['FAILED_PRECONDITION', 'ABORTED', 'OUT_OF_RANGE', 'UNIMPLEMENTED', 'DATA_LOSS', 'BadRequest'] as const),
] as const

/** Ours: of connections, of what a library refuses, and of the token endpoint. */
const OWN_REASONS = [
  ...(['timeout', 'reset', 'refused', 'unreachable', 'host_not_found', 'certificate', 'tls', 'key'] as const),
  ...(['invalid_message', 'grant_refused', 'grant_unavailable', 'unknown'] as const),
] as const

export type PushReason =
  | (typeof APNS_REASONS)[number]
  | (typeof FCM_REASONS)[number]
  | (typeof OWN_REASONS)[number]
  | `HTTP ${number}`

const documented: Record<PushNetwork, ReadonlySet<unknown>> = { apns: new Set(APNS_REASONS), fcm: new Set(FCM_REASONS) }
const all: ReadonlySet<unknown> = new Set([...APNS_REASONS, ...FCM_REASONS, ...OWN_REASONS])

const isKnown = (known: ReadonlySet<unknown>, text: unknown): text is PushReason => known.has(text)

/** What a network gives as its reason, which need not be a text; its status where it gives none. */
export function reasonOfResponse(network: PushNetwork, text: unknown, status: number): PushReason {
  if (text === undefined || text === null) return `HTTP ${status}`
  return isKnown(documented[network], text) ? text : 'unknown'
}

/** One that was stored, maybe by an older version. */
export function parseReason(text: string): PushReason {
  return isKnown(all, text) || isStatus(text) ? text : 'unknown'
}

function isStatus(text: string): text is `HTTP ${number}` {
  return /^HTTP \d{3}$/.test(text)
}

/** What codes of errors mean, by their beginning: those of Node, of undici, of OpenSSL and of ours. */
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
