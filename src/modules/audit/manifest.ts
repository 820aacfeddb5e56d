import canonicalize from 'canonicalize'
import { z } from 'zod'
import { csvManifest } from './csv.ts'

/** JSON lines, or CSV (RFC 4180) with the same fields as columns. */
export const ENCODINGS = ['ndjson', 'csv'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const EXPORT_FORMAT = 'audit-export/1'

const digest = (what: string) => z.string().describe(`${what}, 64 hexadecimal digits.`)
const positionField = (what: string) =>
  z
    .string()
    .nullable()
    .describe(`${what}, as \`commit/prepare\`; null when there is none. It has a meaning only in this event store.`)

/** The last line of an export. The signature covers all other fields. */
export const Manifest = z
  .strictObject({
    format: z.literal(EXPORT_FORMAT).describe('Format and version.'),
    encoding: z.enum(ENCODINGS).describe('Encoding of the lines.'),
    exported_by: z
      .strictObject({
        sub: z.string().describe('The user or service account that requested it.'),
        client_id: z.string().describe('Their client.'),
        role: z.string().describe('Their role.'),
      })
      .describe('Who exported it.'),
    client_id: z.string().nullable().describe('The client whose events these are; null means all clients.'),
    family: z.string().nullable().describe('The kind of record that was requested; null means every kind.'),
    from: z.string().nullable().describe('Events before this time were left out; null means none.'),
    to: z.string().nullable().describe('Events of this time and later were left out; null means none.'),
    events: z.int().describe('Events in the file.'),
    streams: z.int().describe('Streams that they belong to.'),
    redacted: z.int().describe('Events with redacted fields.'),
    restricted: z.int().describe('Events of restricted people, which were left out.'),
    first_position: positionField('Position of the first event in the log'),
    last_position: positionField('Position of the last event in the log'),
    read_to: positionField('Position up to which the log was read'),
    lines_sha256: digest('SHA-256 over the bytes of all lines before this one, with their ends'),
    heads_sha256: digest(
      'SHA-256 over the last event of each stream, `<stream> <revision> <hash>` and a line feed each, ordered by the name of the stream',
    ),
    made_at: z.string().describe('When it was made; ISO 8601, UTC, milliseconds.'),
    key_id: z.string().describe('Id of the key that signed it, in `GET /.well-known/jwks.json`.'),
    signature: z.string().describe('Ed25519 over the RFC 8785 form of the manifest without this field, base64url.'),
  })
  .meta({ id: 'ExportManifest', description: 'Signed summary of an export.' })
export type Manifest = z.infer<typeof Manifest>
export type UnsignedManifest = Omit<Manifest, 'key_id' | 'signature'>

/** A canonical form, so that no byte of the line can be changed. */
export function manifestLine(encoding: Encoding, manifest: object): string {
  const json = canonicalize(manifest) ?? ''
  return encoding === 'csv' ? csvManifest(json) : `${json}\n`
}
