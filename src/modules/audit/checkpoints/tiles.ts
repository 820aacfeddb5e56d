import { setImmediate as nextTurn } from 'node:timers/promises'
import { HASH_BYTES, rootHash } from './merkle.ts'

/**
 * A Merkle tree with changing leaves, stored in tiles: every fourth level in rows of 16 nodes; the three levels between
 * are hashed when needed. A changed leaf updates one row per stored level (five for a million leaves). Wider tiles hash
 * more for a single leaf, narrower ones store more rows.
 */
export const TILE_WIDTH = 16

export type TileRows = Map<number, Buffer>

/** Level 0 has the leaves, each further one the roots of the tiles below. The last one has one node, the tree head. */
export type Tiles = {
  load(level: number, tiles: readonly number[]): Promise<TileRows>
  store(level: number, rows: TileRows): Promise<void>
}

/** Hashed without yielding: 1 to 2 ms. */
const TILES_PER_TURN = 64

/** Puts leaves into a tree of `size` leaves, new ones without gaps, and returns its head. */
export async function putLeaves(tiles: Tiles, leaves: ReadonlyMap<number, Buffer>, size: number): Promise<Buffer> {
  let nodes = leaves
  for (let level = 0, width = size; ; level += 1, width = Math.ceil(width / TILE_WIDTH)) {
    const byTile = Map.groupBy(nodes, ([index]) => Math.floor(index / TILE_WIDTH))
    const rows = await tiles.load(level, [...byTile.keys()])
    const above = new Map<number, Buffer>()
    for (const [tile, changed] of byTile) {
      const row = widened(rows.get(tile), Math.min(TILE_WIDTH, width - tile * TILE_WIDTH))
      for (const [index, node] of changed) node.copy(row, (index % TILE_WIDTH) * HASH_BYTES)
      rows.set(tile, row)
      above.set(tile, rootHash(nodesOf(row)))
      if (above.size % TILES_PER_TURN === 0) await nextTurn()
    }
    await tiles.store(level, rows)
    if (width === 1) return above.get(0)!
    nodes = above
  }
}

function widened(row: Buffer | undefined, nodes: number): Buffer {
  const wide = Buffer.alloc(nodes * HASH_BYTES)
  row?.copy(wide)
  return wide
}

export function nodesOf(row: Buffer): Buffer[] {
  return Array.from({ length: row.length / HASH_BYTES }, (_, at) =>
    row.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}

/** About 40 bytes per leaf. */
export function tilesInMemory(): Tiles {
  const levels: TileRows[] = []
  const at = (level: number) => (levels[level] ??= new Map())
  return {
    async load(level, tiles) {
      const known = at(level)
      return new Map(
        tiles.flatMap(tile => {
          const row = known.get(tile)
          return row === undefined ? [] : [[tile, row] as const]
        }),
      )
    },
    async store(level, rows) {
      const known = at(level)
      for (const [tile, row] of rows) known.set(tile, row)
    },
  }
}
