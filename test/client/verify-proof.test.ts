import { generateKeyPairSync } from 'node:crypto'
import * as assert from 'uvu/assert'
import { type ProofKey, type ProofProblem, ProofVerificationError, verifyProof } from '#client/index.ts'
import { signCheckpoint } from '#modules/audit/checkpoints/checkpoint.ts'
import { auditPath, rootHash } from '#modules/audit/checkpoints/merkle.ts'
import { leafOf } from '#modules/audit/checkpoints/stream-head.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { suite } from '../harness/suite.ts'

/** Against the service's own trees and signatures. */
const test = suite('verifyProof')

type Proof = Parameters<typeof verifyProof>[0]

const pair = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const [own, other] = [pair(), pair()]
const signerOf = (key: ReturnType<typeof pair>) => createSigner({ keys: [key] } as Parameters<typeof createSigner>[0])
const [signer, otherSigner] = [signerOf(own), signerOf(other)]
const jwk = (key: typeof own, kid: string): ProofKey => ({ kid, kty: 'OKP', crv: 'Ed25519', x: key.x! })
const [ownId, otherId] = [[...signer.keys.keys()][0]!, [...otherSigner.keys.keys()][0]!]
const keys = [jwk(other, otherId), jwk(own, ownId)]

const hashOf = (text: string) => text.repeat(64).slice(0, 64)
const headOf = (n: number) => ({ stream: `refund-rf_${n}`, revision: n, hash: n === 0 ? null : hashOf('ab') })

/** Of one of `size` streams. */
function proofOf(size: number, leaf: number): Proof {
  const nodes = Array.from({ length: size }, (_, n) => leafOf(headOf(n)))
  const { checkpoint } = signCheckpoint(signer, {
    ...{ number: 3, at: '2026-11-29T12:00:00.000Z', events: size * 2, streams: size, position: '12345' },
    ...{ head: rootHash(nodes).toString('hex'), previous: size % 2 === 0 ? null : hashOf('c') },
  })
  return { ...headOf(leaf), leaf, path: auditPath(nodes, leaf).map(node => node.toString('hex')), checkpoint }
}

async function problemOf(proof: unknown, by = keys): Promise<ProofProblem | null> {
  try {
    await verifyProof(proof as Proof, by)
    return null
  } catch (error) {
    if (error instanceof ProofVerificationError) return error.reason
    throw error
  }
}

test('accepts the proof of each record of trees of every shape', async () => {
  for (const size of [1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 33])
    for (let leaf = 0; leaf < size; leaf += 1)
      assert.is(await problemOf(proofOf(size, leaf)), null, `${leaf} of ${size}`)
})

test('refuses a proof of another record, and a path that leads elsewhere', async () => {
  const proof = proofOf(7, 4)
  const changes: Partial<Proof>[] = [
    { revision: proof.revision + 1 },
    { stream: 'refund-rf_other' },
    { hash: hashOf('d') },
    { hash: null },
    { leaf: 5 },
    { leaf: 7 },
    { path: proof.path.slice(1) },
    { path: [...proof.path, hashOf('e')] },
    { path: proof.path.toReversed() },
  ]
  for (const change of changes)
    assert.is(await problemOf({ ...proof, ...change }), 'not_covered', JSON.stringify(change).slice(0, 80))
})

test('refuses a checkpoint that was changed, or that none of the keys signed', async () => {
  const proof = proofOf(5, 2)
  const withCheckpoint = (change: object) => ({ ...proof, checkpoint: { ...proof.checkpoint, ...change } })
  for (const change of [{ at: '2026-11-29T12:00:01.000Z' }, { number: 4 }, { events: 1 }, { extra: 1 }])
    assert.is(await problemOf(withCheckpoint(change)), 'signature_mismatch', JSON.stringify(change))
  const { signature } = proof.checkpoint
  for (const changed of [`${signature}=`, ` ${signature}`, signature.slice(1), '', 'not base64 !'])
    assert.is(await problemOf(withCheckpoint({ signature: changed })), 'signature_mismatch', changed)
  assert.is(await problemOf(withCheckpoint({ key_id: otherId })), 'signature_mismatch')
  assert.is(await problemOf(proof, [keys[0]!]), 'unknown_key')
  assert.is(await problemOf(proof, []), 'unknown_key')
  assert.is(await problemOf(proof, [jwk(other, ownId)]), 'signature_mismatch')
})

test('refuses what is no proof, and a statement of another kind that the key signed', async () => {
  const proof = proofOf(3, 1)
  const { format: _, key_id: __, signature: ___, ...made } = proof.checkpoint
  const another = signer.sign({ format: 'audit-export/1', ...made })
  for (const change of [
    { checkpoint: another },
    { checkpoint: undefined },
    { path: 'x' },
    { path: ['x'] },
    { leaf: -1 },
  ])
    assert.is(await problemOf({ ...proof, ...change }), 'malformed_proof', JSON.stringify(change))
})

test.run()
