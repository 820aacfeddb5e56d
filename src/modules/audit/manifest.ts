import canonicalize from 'canonicalize'
import { z } from 'zod'
import { csvManifest } from './csv.ts'

/** Of files, by their contents: lines of JSON, or CSV (RFC 4180) with the same fields as columns. */
export const ENCODINGS = ['ndjson', 'csv'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const EXPORT_FORMAT = 'audit-export/1'

const digest = (what: string) => z.string().describe(`${what}, 64 hexadecimal digits.`)
const positionField = (what: string) =>
  z
    .string()
    .nullable()
    .describe(`${what}, as \`commit/prepare\`; null when there is none. It means something to this event store alone.`)

/** The last line of an export. The signature covers everything in it but itself. */
export const Manifest = z
  .strictObject({
    format: z.literal(EXPORT_FORMAT).describe('What this is, and in which version.'),
    encoding: z.enum(ENCODINGS).describe('How the lines are written.'),
    exported_by: z
      .strictObject({
        sub: z.string().describe('Who asked for it.'),
        client_id: z.string().describe('The client that they belong to.'),
        role: z.string().describe('The role that they had.'),
      })
      .describe('Who exported it.'),
    client_id: z.string().nullable().describe('Whose events these are; null means every client’s.'),
    family: z.string().nullable().describe('The kind of record that was asked for; null means every kind.'),
    from: z.string().nullable().describe('Events of before this time were left out; null means none.'),
    to: z.string().nullable().describe('Events of this time and later were left out; null means none.'),
    events: z.int().describe('Events in the file.'),
    streams: z.int().describe('Streams that they belong to.'),
    redacted: z.int().describe('Events of which something was left out.'),
    restricted: z
      .int()
      .describe('Events that were left out as a whole, with their streams: their person is restricted.'),
    first_position: positionField('Where the first of them stands in the log'),
    last_position: positionField('Where the last of them stands in the log'),
    read_to: positionField('How far the log was read'),
    lines_sha256: digest('SHA-256 over the bytes of all lines before this one, with their ends'),
    heads_sha256: digest(
      'SHA-256 over the last event of each stream, `<stream> <revision> <hash>` and a line feed each, ordered by the name of the stream',
    ),
    made_at: z.string().describe('When it was made; ISO 8601, UTC, milliseconds.'),
    key_id: z.string().describe('The key that signed it, as `GET /.well-known/jwks.json` names it.'),
    signature: z.string().describe('Ed25519 over the RFC 8785 form of the manifest without this field, base64url.'),
  })
  .meta({ id: 'ExportManifest', description: 'What an export holds, signed.' })
export type Manifest = z.infer<typeof Manifest>
export type UnsignedManifest = Omit<Manifest, 'key_id' | 'signature'>

/** The one way to write it, so that nothing about the line can be changed unseen. */
export function manifestLine(encoding: Encoding, manifest: object): string {
  const json = canonicalize(manifest) ?? ''
  return encoding === 'csv' ? csvManifest(json) : `${json}\n`
}
