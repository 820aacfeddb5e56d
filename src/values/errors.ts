import entries from './error-catalogue.json' with { type: 'json' }

/**
 * Source: the spec, "Module error codes" and "HTTP status codes used"; the general codes are ours. Codes are never
 * renamed, and codes of future modules are listed already.
 */
export const catalogue: Record<ErrorCode, { status: number; message: string }> = entries

export type ErrorCode = keyof typeof entries

export type ErrorDetails = Record<string, unknown>

export type FieldProblem = { field: string; reason: string }

/** The caller sees it. Every other error becomes INTERNAL_ERROR or SERVICE_UNAVAILABLE without its text. */
export class Rejection extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
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
