import { z } from 'zod'
import { instant } from '#values/instant.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { ENCODINGS, Manifest } from './manifest.ts'

/** @param words what kinds of records are called in paths. */
export function exportQueryOf(words: readonly string[]) {
  return z
    .strictObject({
      from: instant.optional().describe('Events of this time and later; all from the beginning unless said.'),
      to: instant.optional().describe('Events of before this time; all up to now unless said.'),
      family: z.enum(words).optional().describe('Records of this kind alone; of every kind unless said.'),
      format: z.enum(ENCODINGS).default('ndjson').describe('JSON line by line, or CSV with the same fields.'),
      client_id: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Events of this client alone; another one than your own needs `audit:read:any`.'),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || new Date(from) < new Date(to), {
      error: 'must be before to',
      path: ['from'],
    })
}

/** For the document alone: the answer is a stream. */
export const ExportResponse = z
  .string()
  .describe('The events, one in a line, and the signed manifest as the last line.')

const count = (what: string) => z.int().describe(`${what}, before the first problem.`)

export const VerifyExportResponse = z
  .object({
    intact: z
      .boolean()
      .describe(
        'Whether everything is as it was signed by this service, and the events of each stream follow from each other.',
      ),
    problem: z
      .object({
        line: z
          .int()
          .nullable()
          .describe('Line of the file, 1 for the first; null when it is about the file as a whole.'),
        stream: z.string().nullable().describe('Stream that the line is of; null when it is of none.'),
        revision: z.int().nullable().describe('Place of the event in its stream; null when it has none.'),
        what: z.string().describe('What is wrong.'),
      })
      .nullable()
      .describe('The first thing that is wrong; null when nothing is.'),
    signature: z
      .object({
        valid: z.boolean().describe('Whether a key of this service signed the manifest.'),
        key_id: z.string().nullable().describe('The key that the manifest names; null when it names none.'),
        problem: z.string().nullable().describe('Why it is not valid; null when it is.'),
      })
      .describe('What became of the signature.'),
    events: count('Events that were checked'),
    streams: count('Streams that they belong to'),
    redacted: count('Events of which something was left out, and of which only the place in the chain was checked'),
    manifest: Manifest.nullable().describe(
      'What the file says of itself; null when it has no manifest that can be read.',
    ),
  })
  .describe('What checking the file came to.')
export type VerifyExportResponse = z.infer<typeof VerifyExportResponse>
