import { hash } from 'node:crypto'
import { z } from 'zod'
import type { AuditSigner } from '../signing.ts'

/**
 * Signs how many events and streams the log had up to a position, with a Merkle root over the last events of all
 * streams and the hash of the previous checkpoint, so that none can be left out. Stored as one line of JSON, the same
 * bytes in every copy.
 */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const LogCheckpoint = z.object({
  format: z.literal('security-service checkpoint 1').describe('Always `security-service checkpoint 1`.'),
  number: z.int().min(1).describe('Counts the checkpoints, from 1.'),
  at: z.iso.datetime().describe('When it was made, ISO 8601 in UTC.'),
  events: z.int().min(1).describe('Events of the log that it covers.'),
  streams: z.int().min(1).describe('Streams that they are in, which is how many leaves the tree has.'),
  position: z.string().regex(/^\d+$/).describe('Position in the log of the last event that it covers.'),
  head: sha256.describe('Merkle tree head (RFC 6962) over the last events of all streams, 64 hexadecimal digits.'),
  previous: sha256.nullable().describe('SHA-256 of the line of the previous checkpoint; null for the first.'),
  key_id: z.string().describe('The key that signed, by its id among the published keys.'),
  signature: z.string().describe('Ed25519, base64url, over the RFC 8785 form of all other fields of the checkpoint.'),
})
export type LogCheckpoint = z.infer<typeof LogCheckpoint>

export type StoredCheckpoint = { line: string; checkpoint: LogCheckpoint }

export function signCheckpoint(
  signer: AuditSigner,
  made: Omit<LogCheckpoint, 'format' | 'key_id' | 'signature'>,
): StoredCheckpoint {
  const checkpoint = signer.sign({ format: 'security-service checkpoint 1' as const, ...made })
  return { line: JSON.stringify(checkpoint), checkpoint }
}

export function parseCheckpoint(line: string): StoredCheckpoint | null {
  try {
    return { line, checkpoint: LogCheckpoint.parse(JSON.parse(line)) }
  } catch {
    return null
  }
}

/** For `previous` of the next checkpoint. */
export function hashOfLine(line: string): string {
  return hash('sha256', line)
}
