import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { CompleteConfig } from '#config/config.ts'

/**
 * Exports and checkpoints are signed with Ed25519 over their RFC 8785 form without the signature. `format` keeps a
 * statement of one kind from passing for another.
 */
export type AuditSigner = {
  sign<S extends { format: string }>(statement: S): S & { key_id: string; signature: string }
  /** Including the keys that signed earlier. */
  keys: PublicAuditKeys
}

/** By key id (RFC 7638), as in the published key set. */
export type PublicAuditKeys = ReadonlyMap<string, KeyObject>

/** The first key of AUDIT_KEYS signs. */
export function createSigner({ keys }: CompleteConfig['AUDIT_KEYS']): AuditSigner {
  const { kty, crv, x, d } = keys[0]!
  const privateKey = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
  const key_id = keyIdOf(x)
  return {
    keys: publicKeysOf(keys),
    sign(statement) {
      const named = { ...statement, key_id }
      return { ...named, signature: sign(null, canonicalBytes(named), privateKey).toString('base64url') }
    },
  }
}

export function publicKeysOf(
  keys: readonly { kty: string; crv?: string | undefined; x?: string | undefined }[],
): PublicAuditKeys {
  const ours = keys.flatMap(({ kty, crv, x }) => (kty === 'OKP' && crv === 'Ed25519' && x !== undefined ? [x] : []))
  return new Map(
    ours.map(x => [keyIdOf(x), createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })]),
  )
}

export function signatureProblem(signed: Record<string, unknown>, keys: PublicAuditKeys): string | null {
  const { signature, ...statement } = signed
  const key = typeof statement.key_id === 'string' ? keys.get(statement.key_id) : undefined
  if (key === undefined) return 'it was signed by a key that is not among those given'
  const bytes = Buffer.from(typeof signature === 'string' ? signature : '', 'base64url')
  // Decoding ignores invalid characters and trailing bits.
  return bytes.toString('base64url') === signature && isValidSignature(statement, key, bytes)
    ? null
    : 'its signature is not of this key, or not over this text'
}

function isValidSignature(statement: object, key: KeyObject, signature: Buffer): boolean {
  try {
    return verify(null, canonicalBytes(statement), key, signature)
  } catch {
    // A value without a canonical form, such as half of a surrogate pair, was never signed.
    return false
  }
}

function keyIdOf(x: string): string {
  return hash('sha256', canonicalize({ kty: 'OKP', crv: 'Ed25519', x }) ?? '', 'base64url')
}

function canonicalBytes(statement: object): Buffer {
  return Buffer.from(canonicalize(statement) ?? '')
}
