import type { ErrorCode } from '#values/errors.ts'

/** What a caller does after a refusal, by code. Each module brings the advice for its own codes; a test finds missing ones. */
export type ErrorAdvice = Partial<Record<ErrorCode, string>>

/** For codes of every module, and for those that no module has yet. */
export const commonErrorAdvice: ErrorAdvice = {
  INVALID_REQUEST: 'Correct the fields in `details.fields`, then send it again.',
  NOT_FOUND: 'Check the id and the path; records of another client are not visible to you.',
  METHOD_NOT_ALLOWED: 'Use a method of the `Allow` header.',
  REQUEST_TIMEOUT: 'Send the whole request within 15 seconds; the connection was closed.',
  CONFLICT: 'Read the current record, then decide again; a repeat of the request gets the same response.',
  PAYLOAD_TOO_LARGE:
    'Split the request; a body has at most 1 MiB, that of an endpoint 64 KiB, a batch of messages 4 MiB.',
  UNSUPPORTED_MEDIA_TYPE:
    'Send `Content-Type: application/json`, or the type that the operation names, in UTF-8 and without a content coding.',
  RATE_LIMIT_EXCEEDED: 'Wait for the seconds in `Retry-After`, then send it again.',
  HEADERS_TOO_LARGE: 'Send less than 16 KiB of headers.',
  INTERNAL_ERROR: 'Repeat it once; if the error persists, report the `request_id`.',
  SERVICE_UNAVAILABLE:
    'Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.',
  INVALID_FILTER_PARAMS: 'Correct the filter in `details`.',
  INVALID_DATE_RANGE: 'Use a date_from before date_to.',
  EMAIL_001: 'Correct the content.',
  EMAIL_002: 'Add the fields in `details`.',
  EMAIL_003: 'Check the account id.',
  EMAIL_004: 'Use the account that is connected.',
  EMAIL_005: 'Ask the user to authorise it again.',
  EMAIL_006: 'Wait for the seconds in `Retry-After`.',
  EMAIL_007: 'Repeat it; if the error persists, report the `request_id`.',
  URL_001: 'Send an absolute URL.',
  URL_002: 'Split the batch.',
  URL_003: 'Check that the address can be reached.',
  URL_004: 'Wait for the seconds in `Retry-After`.',
  URL_005: 'Repeat it later.',
  DARKWEB_001: 'Correct the address.',
  DARKWEB_002: 'Check the monitor id.',
  DARKWEB_003: 'Use the monitor that exists.',
  DARKWEB_004: 'Wait for the seconds in `Retry-After`.',
  DARKWEB_005: 'Repeat it later.',
}
