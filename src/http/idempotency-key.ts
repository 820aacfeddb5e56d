import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'

const field = 'Idempotency-Key'
/** Printable ASCII, also in the double quotes of the IETF draft's structured header. */
const KEY = /^[\x20-\x7e]{1,255}$/

/** Null without a key. Throws `code` if the key is empty, repeated, too long or not printable ASCII. */
export function findIdempotencyKey(request: FastifyRequest, code: ErrorCode): string | null {
  // Node joins repeated headers; only the raw list distinguishes two keys from one with a comma.
  const given = request.raw.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'idempotency-key',
  )
  const [text] = given
  if (text === undefined) return null
  if (given.length > 1) throw fieldRejection(code, [{ field, reason: 'must be given once' }])
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text
  if (!KEY.test(key)) throw fieldRejection(code, [{ field, reason: 'must be 1 to 255 printable ASCII characters' }])
  return key
}

/** As `findIdempotencyKey`, but a key is required. */
export function getIdempotencyKey(request: FastifyRequest, code: ErrorCode): string {
  const key = findIdempotencyKey(request, code)
  if (key === null) throw fieldRejection(code, [{ field, reason: 'is required' }])
  return key
}

/** `rule` ends the sentence of the OpenAPI document: which requests may share a key. */
export function idempotencyKeySchema(rule: string) {
  return z
    .string()
    .min(1)
    .max(255)
    .meta({ examples: ['5f0c3a52-0c35-4f0e-9f43-6b1d6f7a9f11'] })
    .describe(`Your key of this request, 1 to 255 printable ASCII characters, preferably a UUID: ${rule}.`)
}
