import { createHash } from 'node:crypto'
import * as assert from 'uvu/assert'
import { auditPathFromTiles } from '#modules/audit/checkpoints/inclusion-proof.ts'
import { auditPath, leafHash, rootFromInclusionProof, rootHash } from '#modules/audit/checkpoints/merkle.ts'
import { putLeaves, tilesInMemory } from '#modules/audit/checkpoints/tiles.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the Merkle tree of checkpoints')

const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255, 256, 257, 300, 4_096, 4_097]

/** The definition of RFC 6962, section 2.1, word by word. */
function byDefinition(leaves: readonly string[]): Buffer {
  const sha256 = (...parts: (Buffer | string)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  if (leaves.length === 1) return sha256('\x00', leaves[0]!)
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return sha256('\x01', byDefinition(leaves.slice(0, left)), byDefinition(leaves.slice(left)))
}

const texts = (count: number, version = 0) => Array.from({ length: count }, (_, index) => `leaf ${index} ${version}`)
const hex = (bytes: Buffer | null | undefined) => bytes?.toString('hex')

test('has the leaf hash of the published test vectors', () =>
  assert.is(hex(leafHash('')), '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'))

test('has the head that RFC 6962 defines, for every shape', () => {
  for (const size of SIZES)
    assert.is(hex(rootHash(texts(size).map(leafHash))), hex(byDefinition(texts(size))), `of ${size}`)
})

test('grows and changes in tiles as if it had been hashed again', async () => {
  const tiles = tilesInMemory()
  const leaves: string[] = []
  let step = 0
  for (const size of SIZES) {
    const changed = new Map<number, Buffer>()
    const put = (index: number) => {
      leaves[index] = `leaf ${index} ${step++}`
      changed.set(index, leafHash(leaves[index]!))
    }
    for (let index = leaves.length; index < size; index += 1) put(index)
    for (let index = size - 1; index >= 0; index -= 1 + ((index * 7) % 13)) put(index)
    assert.is(hex(await putLeaves(tiles, changed, size)), hex(byDefinition(leaves)), `of ${size}`)
    const one = (size * 5) % size
    const again = new Map([[one, leafHash('changed alone')]])
    leaves[one] = 'changed alone'
    assert.is(hex(await putLeaves(tiles, again, size)), hex(byDefinition(leaves)), `of ${size}, one changed`)
  }
})

test('has an audit path for each leaf that leads to its head, and no other leaf, place or size goes through', () => {
  for (const size of [1, 2, 3, 5, 8, 13, 17, 33]) {
    const leaves = texts(size).map(leafHash)
    const head = hex(rootHash(leaves))
    for (const [index, leaf] of leaves.entries()) {
      const path = auditPath(leaves, index)
      assert.is(hex(rootFromInclusionProof(leaf, index, size, path)), head)
      assert.is.not(hex(rootFromInclusionProof(leafHash('another'), index, size, path)), head)
      for (let other = 0; other < size; other += 1)
        if (other !== index) assert.is.not(hex(rootFromInclusionProof(leaf, other, size, path)), head)
      if (path.length > 0) assert.is.not(hex(rootFromInclusionProof(leaf, index, size, path.slice(1))), head)
      assert.is.not(hex(rootFromInclusionProof(leaf, index, size, [...path, leaf])), head)
      assert.is(rootFromInclusionProof(leaf, size, size, path), null)
    }
  }
})

test('has the same audit paths in tiles', async () => {
  for (const size of [1, 5, 16, 17, 256, 257, 300]) {
    const tiles = tilesInMemory()
    const leaves = texts(size).map(leafHash)
    await putLeaves(tiles, new Map(leaves.entries()), size)
    for (const index of [0, 1, 15, 16, 255, 256, size - 1].filter(index => index < size)) {
      const through: Buffer[] = []
      for (let level = 0; ; level += 1) {
        const tile = Math.floor(index / 16 ** (level + 1))
        const row = (await tiles.load(level, [tile])).get(tile)
        if (row === undefined) break
        through.push(row)
      }
      assert.equal(auditPathFromTiles(through, index), auditPath(leaves, index).map(hex), `leaf ${index} of ${size}`)
    }
  }
})

test.run()
