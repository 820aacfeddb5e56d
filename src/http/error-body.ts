import { z } from 'zod'
import { isUnavailable } from '#edge/unavailable.ts'
import { type ErrorCode, type ErrorDetails, fieldRejection, Rejection } from '#values/errors.ts'
import { timestamp } from '#values/instant.ts'
import type { ErrorShape } from './api.ts'

export const ErrorResponse = z
  .object({
    error_code: z.string().describe('An error code of the catalogue; its meaning never changes.'),
    message: z.string().describe('What is wrong, for people.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code.'),
    timestamp: timestamp('When the error occurred'),
    request_id: z.string().describe("The response's `X-Request-Id`; quote it when you report a problem."),
  })
  .meta({ id: 'Error', description: 'A refusal.' })

export function nestedErrorResponse(codes: readonly ErrorCode[]) {
  const { message, details, request_id, error_code } = ErrorResponse.shape
  return z.object({
    error: z
      .object({
        code: z.enum(codes).describe(error_code.description ?? ''),
        message,
        details: details.optional(),
        request_id,
      })
      .describe('What is wrong.'),
  })
}

type ErrorFields = { code: ErrorCode; message: string; details: ErrorDetails }

export function formatErrorBody(error: ErrorFields, shape: ErrorShape, request_id: string, now: Date): string {
  const { code, message, details } = error
  return JSON.stringify(
    shape === 'nested'
      ? { error: { code, message, details, request_id } }
      : { error_code: code, message, details, timestamp: now.toISOString(), request_id },
  )
}

/** Translates Fastify's own errors; `invalid` is the route's code for an invalid request. */
export function toRejection(error: unknown, invalid: ErrorCode = 'INVALID_REQUEST'): Rejection {
  if (error instanceof Rejection) return error
  if (!(error instanceof Error)) return new Rejection('INTERNAL_ERROR')
  const code = 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Rejection('PAYLOAD_TOO_LARGE', { field: 'body', reason: 'is too large' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Rejection('UNSUPPORTED_MEDIA_TYPE', { field: 'content-type', reason: 'must be application/json' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Rejection('NOT_FOUND', { reason: 'no such path' })
    case 'FST_ERR_VALIDATION':
      // A recursive schema exceeded the stack.
      if (error instanceof RangeError)
        return fieldRejection(invalid, [{ field: 'body', reason: 'is nested too deeply' }])
      break
  }
  if (isUnavailable(error)) return new Rejection('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfterS: 2 })
  // Fastify's other 4xx and errors of the JSON parser: the body can't be read.
  if ('statusCode' in error && error.statusCode === 400) {
    const reason = 'must be well-formed JSON, in UTF-8 and of the announced length'
    return fieldRejection(invalid, [{ field: 'body', reason }])
  }
  return new Rejection('INTERNAL_ERROR', {}, { cause: error })
}
