import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import * as assert from 'uvu/assert'
import { auditKeys } from '#config/config-values.ts'
import { createSigner, publicKeysOf, signatureProblem } from '#modules/audit/signing.ts'
import { suite } from '../../harness/suite.ts'

const test = suite("the audit's signature")
const pair = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const [first, older, stranger] = [pair(), pair(), pair()] as const
const keysOf = (...keys: object[]) => auditKeys.parse(JSON.stringify({ keys }))
const signer = createSigner(keysOf(first, older))
const statement = { format: 'test/1', b: 2, a: ['ü', null, 0.5] }

test('the first key signs, and is named by its thumbprint', async () => {
  const signed = signer.sign(statement)
  assert.is(signed.key_id, await calculateJwkThumbprint(first))
  assert.is(signatureProblem(signed, signer.keys), null)
})

test('it holds whatever the order of the members, and for what an older key signed', () => {
  const { signature, ...rest } = createSigner(keysOf(older)).sign(statement)
  const turned = Object.fromEntries([['signature', signature], ...Object.entries(rest).reverse()])
  assert.is(signatureProblem(turned, signer.keys), null)
})

test('it does not hold for other texts, another key, another name of a key, or no signature', () => {
  const signed = signer.sign(statement)
  const olderId = createSigner(keysOf(older)).sign(statement).key_id
  const wrong = /not of this key, or not over this text/
  for (const changed of [
    { ...signed, b: 3 },
    { ...signed, format: 'test/2' },
    { ...signed, more: true },
    { ...signed, key_id: olderId },
    { ...signed, signature: undefined },
    { ...signed, signature: '' },
    { ...signed, signature: 'A'.repeat(86) },
  ])
    assert.match(signatureProblem(changed, signer.keys) ?? '', wrong)
  assert.match(signatureProblem(signed, createSigner(keysOf(stranger)).keys) ?? '', /not among those given/)
})

test('of a published set only keys that can have signed are taken', () => {
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const { d: _, ...published } = first
  const keys = publicKeysOf([p256, published] as { kty: string }[])
  assert.equal([...keys.keys()], [signer.sign(statement).key_id])
  assert.is(signatureProblem(signer.sign(statement), keys), null)
})

test.run()
