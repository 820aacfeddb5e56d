import type { KnownErrorCode } from './openapi.ts'

/** A code of the catalogue, of a newer service, or UNEXPECTED_ANSWER for a response that is not the service's. */
export type ErrorCode = KnownErrorCode | 'UNEXPECTED_ANSWER' | (string & Record<never, never>)

export type ServiceErrorInit = {
  status: number
  code: ErrorCode
  message: string
  details: Record<string, unknown>
  requestId: string | null
  retryAfterMs: number | null
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  /** For questions to the operator of the service. */
  readonly requestId: string | null
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

/** No response arrived. The request may have been executed: repeat only what is safe to repeat. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}
