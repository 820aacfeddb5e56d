import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { CompleteConfig } from '#config/config.ts'

/**
 * What the audit gives out is signed by a key of its own (Ed25519), over the RFC 8785 form of everything but the signature itself. A
 * statement says what it is in `format`, so that one of a kind never passes for one of another.
 */
type Statement = { format: string }

export type Signed<S extends Statement> = S & { key_id: string; signature: string }

export type AuditSigner = {
  /** Adds the id of the key and the signature. */
  sign<S extends Statement>(statement: S): Signed<S>
  /** Those that signed before as well. */
  keys: PublicAuditKeys
}

/** By their ids (RFC 7638), as the published set of keys has them. */
export type PublicAuditKeys = ReadonlyMap<string, KeyObject>

/** The keys of AUDIT_KEYS; the first signs. */
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

/** Of a JWK set, those that can have signed for the audit. */
export function publicKeysOf(
  keys: readonly { kty: string; crv?: string | undefined; x?: string | undefined }[],
): PublicAuditKeys {
  const ours = keys.flatMap(({ kty, crv, x }) => (kty === 'OKP' && crv === 'Ed25519' && x !== undefined ? [x] : []))
  return new Map(ours.map(x => [keyIdOf(x), publicKeyOf(x)]))
}

/** Null when one of the keys signed it as it is. */
export function signatureProblem(signed: Record<string, unknown>, keys: PublicAuditKeys): string | null {
  const { signature, ...statement } = signed
  const key = typeof statement.key_id === 'string' ? keys.get(statement.key_id) : undefined
  if (key === undefined) return 'it was signed by a key that is not among those given'
  const bytes = Buffer.from(typeof signature === 'string' ? signature : '', 'base64url')
  // Decoding passes over what is no base64, and over bits at the end.
  return bytes.toString('base64url') === signature && isValidSignature(statement, key, bytes)
    ? null
    : 'its signature is not of this key, or not over these words'
}

function isValidSignature(statement: object, key: KeyObject, signature: Buffer): boolean {
  try {
    return verify(null, canonicalBytes(statement), key, signature)
  } catch {
    // It has no canonical form, as half of a surrogate pair: nobody has signed that.
    return false
  }
}

function keyIdOf(x: string): string {
  return hash('sha256', canonicalize({ kty: 'OKP', crv: 'Ed25519', x }) ?? '', 'base64url')
}

function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

function canonicalBytes(statement: object): Buffer {
  return Buffer.from(canonicalize(statement) ?? '')
}
