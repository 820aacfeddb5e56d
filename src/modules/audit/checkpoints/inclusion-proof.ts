import { z } from 'zod'
import { type PublicAuditKeys, signatureProblem } from '../signing.ts'
import { LogCheckpoint } from './checkpoint.ts'
import { auditPath, rootFromInclusionProof } from './merkle.ts'
import { leafOf } from './stream-head.ts'
import { nodesOf, TILE_WIDTH } from './tiles.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Proves, with a trusted copy of the checkpoint, that it covers a stream up to one event. */
export const InclusionProof = z.object({
  stream: z.string().describe('The stream of events that the record is.'),
  revision: z.int().min(0).describe('The last event of the stream that the checkpoint covers.'),
  hash: sha256.nullable().describe('The hash of that event, which is over all events before it.'),
  leaf: z.int().min(0).describe('Index of the stream’s leaf in the tree, from 0.'),
  path: z
    .array(sha256)
    .describe('The audit path of RFC 6962: the hashes that lead from the leaf to the tree head, from below.'),
  checkpoint: LogCheckpoint.describe('The signed checkpoint, the same as in its other copies.'),
})
export type InclusionProof = z.infer<typeof InclusionProof>

/** Null when the checkpoint is signed and covers the stream. */
export function inclusionProblem(proof: InclusionProof, keys: PublicAuditKeys): string | null {
  const { stream, revision, hash, leaf, path, checkpoint } = proof
  const head = rootFromInclusionProof(
    leafOf({ stream, revision, hash }),
    leaf,
    checkpoint.streams,
    path.map(node => Buffer.from(node, 'hex')),
  )
  if (head?.toString('hex') !== checkpoint.head)
    return `checkpoint ${checkpoint.number} does not cover ${stream} at revision ${revision}: the path does not lead to its head`
  const unsigned = signatureProblem(checkpoint, keys)
  return unsigned === null ? null : `checkpoint ${checkpoint.number} is not to be trusted: ${unsigned}`
}

/** `tiles`: those on the leaf's path, from below. */
export function auditPathFromTiles(tiles: readonly Buffer[], leaf: number): string[] {
  return tiles.flatMap((tile, level) => {
    const index = Math.floor(leaf / TILE_WIDTH ** level) % TILE_WIDTH
    return auditPath(nodesOf(tile), index).map(node => node.toString('hex'))
  })
}
