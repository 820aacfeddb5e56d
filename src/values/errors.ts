/**
 * The error catalogue: every code of the API, with its HTTP status and message. Source: the spec's "Module error codes"
 * and "HTTP status codes used"; the general codes are ours. Codes are never renamed, and codes of future modules are
 * listed already.
 */
export const catalogue = {
  INVALID_REQUEST: { status: 400, message: 'The request is not valid.' },
  NOT_FOUND: { status: 404, message: 'There is no such resource.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'The path does not support this method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  CONFLICT: { status: 409, message: 'The request conflicts with what is already recorded.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json.' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Too many requests.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  INTERNAL_ERROR: { status: 500, message: 'An unexpected error occurred.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable.' },

  AUTH_001: { status: 401, message: 'Invalid credentials.' },
  AUTH_002: { status: 401, message: 'The token has expired.' },
  AUTH_003: { status: 403, message: 'Insufficient scope.' },
  AUTH_004: { status: 429, message: 'Too many login attempts.' },

  INVALID_FILTER_PARAMS: { status: 400, message: 'A filter value is not valid.' },
  INVALID_DATE_RANGE: { status: 422, message: 'date_from must be before date_to.' },
  FRAUD_001: { status: 400, message: 'Invalid transaction data.' },
  FRAUD_002: { status: 400, message: 'Too many transactions in the batch.' },
  FRAUD_003: { status: 404, message: 'Transaction not found.' },
  FRAUD_004: { status: 422, message: 'Unsupported transaction type.' },
  FRAUD_005: { status: 429, message: 'Rate limit exceeded.' },
  FRAUD_006: { status: 500, message: 'ML model error.' },

  REFUND_001: { status: 400, message: 'Invalid refund request.' },
  REFUND_002: { status: 404, message: 'Original transaction not found.' },
  REFUND_003: { status: 404, message: 'Refund not found.' },
  REFUND_004: { status: 200, message: 'Duplicate request, original response returned.' },
  REFUND_005: { status: 400, message: 'Missing or malformed Idempotency-Key header.' },
  REFUND_006: { status: 409, message: 'Invalid state transition.' },
  REFUND_007: { status: 409, message: 'Transaction already refunded.' },
  REFUND_008: { status: 422, message: 'Amount exceeds the original transaction.' },
  REFUND_009: { status: 503, message: 'Payment provider unavailable.' },
  REFUND_010: { status: 422, message: 'Invalid beneficiary account details.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'A request with this Idempotency-Key is still being processed.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used with another request.' },

  EMAIL_001: { status: 400, message: 'Invalid email content.' },
  EMAIL_002: { status: 400, message: 'Missing required fields.' },
  EMAIL_003: { status: 404, message: 'Account not found.' },
  EMAIL_004: { status: 409, message: 'Account already connected.' },
  EMAIL_005: { status: 401, message: 'OAuth authorization failed.' },
  EMAIL_006: { status: 429, message: 'Rate limit exceeded.' },
  EMAIL_007: { status: 500, message: 'ML analysis error.' },
  URL_001: { status: 400, message: 'Invalid URL format.' },
  URL_002: { status: 400, message: 'Too many URLs in the batch.' },
  URL_003: { status: 422, message: 'URL not accessible.' },
  URL_004: { status: 429, message: 'Rate limit exceeded.' },
  URL_005: { status: 504, message: 'Scan timeout.' },
  VPN_001: { status: 429, message: 'Device limit reached.' },
  VPN_002: { status: 503, message: 'No slots available in the pool.' },
  VPN_003: { status: 503, message: 'Server under maintenance.' },
  VPN_004: { status: 404, message: 'Server not found.' },
  VPN_005: { status: 404, message: 'Session not found.' },
  VPN_006: { status: 400, message: 'Device already connected.' },
  VPN_007: { status: 408, message: 'Heartbeat timeout.' },
  VPN_008: { status: 500, message: 'OpenVPN configuration error.' },
  DARKWEB_001: { status: 400, message: 'Invalid email format.' },
  DARKWEB_002: { status: 404, message: 'Monitor not found.' },
  DARKWEB_003: { status: 409, message: 'Email already being monitored.' },
  DARKWEB_004: { status: 429, message: 'Too many queries.' },
  DARKWEB_005: { status: 503, message: 'Verification service unavailable.' },
  NOTIF_001: { status: 400, message: 'Invalid push token.' },
  NOTIF_002: { status: 404, message: 'Device not registered.' },
  NOTIF_003: { status: 404, message: 'Notification not found.' },
  NOTIF_004: { status: 404, message: 'User not found.' },
  NOTIF_005: { status: 422, message: 'Unsupported platform.' },
  NOTIF_006: { status: 422, message: 'Invalid category.' },
  NOTIF_007: { status: 429, message: 'Rate limit exceeded.' },
  NOTIF_008: { status: 503, message: 'Push service unavailable.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof catalogue

export type ErrorDetails = Record<string, unknown>

/** A rejected field; carried in `details.fields`. */
export type FieldProblem = { field: string; reason: string }

/**
 * An error that the caller sees. Any other error is a bug or a broken dependency and becomes INTERNAL_ERROR or
 * SERVICE_UNAVAILABLE without its text.
 */
export class Rejection extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Every 429 and 503 has one. */
  readonly retryAfterS: number | undefined

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: { message?: string; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? catalogue[code].message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'Rejection'
    this.code = code
    this.details = details
    const status = catalogue[code].status
    this.retryAfterS = options.retryAfterS ?? (status === 429 || status === 503 ? 1 : undefined)
  }

  get status(): number {
    return catalogue[this.code].status
  }
}

/** `details` is `{field, reason}` of the first one and `fields` with all of them. */
export function fieldRejection(code: ErrorCode, problems: [FieldProblem, ...FieldProblem[]]): Rejection {
  const [first] = problems
  return new Rejection(code, { field: first.field, reason: first.reason, fields: problems })
}
