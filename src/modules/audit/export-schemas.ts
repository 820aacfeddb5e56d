import { z } from 'zod'
import { instant } from '#values/instant.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { ENCODINGS, type Encoding, Manifest } from './manifest.ts'

export const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } satisfies Record<Encoding, string>
export const EXPORT_TYPES = Object.values(MEDIA_TYPES)

/** @param words families, as in paths. */
export function exportQueryOf(words: readonly string[]) {
  return z
    .strictObject({
      from: instant.optional().describe('Events of this time and later; by default from the beginning.'),
      to: instant.optional().describe('Events before this time; by default up to now.'),
      family: z.enum(words).optional().describe('Only records of this kind; by default of every kind.'),
      format: z.enum(ENCODINGS).default('ndjson').describe('One JSON object per line, or CSV with the same fields.'),
      client_id: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Only events of this client; another client than your own needs `audit:read:any`.'),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || new Date(from) < new Date(to), {
      error: 'must be before to',
      path: ['from'],
    })
}

/** For the OpenAPI document only: the response is a stream. */
export const ExportResponse = z.string().describe('One event per line, and the signed manifest as the last line.')

const count = (what: string) => z.int().describe(`${what}, before the first problem.`)

export const VerifyExportResponse = z
  .object({
    intact: z
      .boolean()
      .describe(
        'Whether the file is as this service signed it, and each event follows the previous one of its stream.',
      ),
    problem: z
      .object({
        line: z.int().nullable().describe('Line of the file, 1 for the first; null for a problem of the whole file.'),
        stream: z.string().nullable().describe('Stream of the line; null without one.'),
        revision: z.int().nullable().describe('Revision of the event in its stream; null without one.'),
        what: z.string().describe('What is wrong.'),
      })
      .nullable()
      .describe('The first problem; null without one.'),
    signature: z
      .object({
        valid: z.boolean().describe('Whether a key of this service signed the manifest.'),
        key_id: z.string().nullable().describe('The key that the manifest names; null when it names none.'),
        problem: z.string().nullable().describe('Why it is not valid; null when it is.'),
      })
      .describe('Result for the signature.'),
    events: count('Events that were checked'),
    streams: count('Streams that they belong to'),
    redacted: count('Events with redacted fields, of which only the place in the chain was checked'),
    manifest: Manifest.nullable().describe('The manifest of the file; null without a readable one.'),
  })
  .describe('Result of the verification.')
export type ExportReport = z.infer<typeof VerifyExportResponse>
