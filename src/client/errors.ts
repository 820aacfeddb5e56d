import type { KnownErrorCode } from './openapi.ts'

/** A code of the catalogue; a service newer than this client may have more, and something in front of it has none. */
export type ErrorCode = KnownErrorCode | 'UNEXPECTED_ANSWER' | (string & Record<never, never>)

export type ServiceErrorInit = {
  status: number
  code: ErrorCode
  message: string
  details: Record<string, unknown>
  requestId: string | null
  retryAfterMs: number | null
}

/** The service answered, and refused. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  readonly code: ErrorCode
  /** Say which field and why, or what is in the way; their members go with the code. */
  readonly details: Record<string, unknown>
  /** Name it when you ask about this answer. */
  readonly requestId: string | null
  /** How long the service asks to wait before the same is tried again. */
  readonly retryAfterMs: number | null

  constructor({ status, code, message, details, requestId, retryAfterMs }: ServiceErrorInit) {
    super(`${code}: ${message}`)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer came, in time or at all. What was asked for may have happened: see `cause`, and repeat only what is safe to repeat. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}
