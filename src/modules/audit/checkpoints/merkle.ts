import { hash } from 'node:crypto'

/**
 * Merkle trees by RFC 6962, section 2.1: leaves and inner nodes never have the same hash. Level by level two neighbours
 * become one, and the last of an odd number moves up unchanged, which gives the same tree as the RFC's recursion.
 */
export const HASH_BYTES = 32

const LEAF = '\0'
const INNER = 1

export function leafHash(text: string): Buffer {
  return hash('sha256', LEAF + text, 'buffer')
}

/** Reused for each hash. */
const inner = Buffer.alloc(1 + 2 * HASH_BYTES, INNER)

function innerHash(left: Buffer, right: Buffer): Buffer {
  left.copy(inner, 1)
  right.copy(inner, 1 + HASH_BYTES)
  return hash('sha256', inner, 'buffer')
}

function parentLevel(nodes: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = []
  for (let at = 0; at < nodes.length; at += 2) {
    const right = nodes[at + 1]
    parents.push(right === undefined ? nodes[at]! : innerHash(nodes[at]!, right))
  }
  return parents
}

export function rootHash(nodes: readonly Buffer[]): Buffer {
  let level = nodes
  while (level.length > 1) level = parentLevel(level)
  return level[0]!
}

/** The siblings on the way from a node to the root, from below. */
export function auditPath(nodes: readonly Buffer[], index: number): Buffer[] {
  const path: Buffer[] = []
  let level = nodes
  for (let at = index; level.length > 1; at >>= 1) {
    const neighbour = level[at ^ 1]
    if (neighbour !== undefined) path.push(neighbour)
    level = parentLevel(level)
  }
  return path
}

/** The root that an audit path leads to (RFC 9162, section 2.1.3.2); null when no tree of this size has such a path. */
export function rootFromInclusionProof(
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
): Buffer | null {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) return null
  let at = index
  let last = size - 1
  let head = leaf
  for (const neighbour of path) {
    if (last === 0) return null
    const isRight = at % 2 === 1
    head = isRight || at === last ? innerHash(neighbour, head) : innerHash(head, neighbour)
    // A node that moves up unchanged has no sibling on these levels.
    if (!isRight && at === last)
      while (at % 2 === 0 && at > 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? head : null
}
