import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldRejection } from '#errors.ts'

const field = 'Idempotency-Key'
/** Printable ASCII; also accepted in the double quotes of the IETF draft's structured header. */
const KEY = /^[\x20-\x7e]{1,255}$/

/** The request's one Idempotency-Key. REFUND_005 when it is missing, empty, repeated, too long or not printable ASCII. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  // Node joins repeated headers; only the raw list tells two keys from one with a comma.
  const given = request.raw.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'idempotency-key',
  )
  const [text] = given
  if (text === undefined || given.length > 1)
    throw fieldRejection('REFUND_005', [{ field, reason: text === undefined ? 'is required' : 'must be given once' }])
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text
  if (!KEY.test(key))
    throw fieldRejection('REFUND_005', [{ field, reason: 'must be 1 to 255 printable ASCII characters' }])
  return key
}

/** As the OpenAPI document lists it. */
export const IdempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .meta({ examples: ['5f0c3a52-0c35-4f0e-9f43-6b1d6f7a9f11'] })
    .describe(
      'Your key of this request, 1 to 255 printable ASCII characters, best a UUID: the same for every repeat, another for every other refund.',
    ),
})
