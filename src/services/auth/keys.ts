import { type CryptoKey, calculateJwkThumbprint, createLocalJWKSet, importJWK, type JWK } from 'jose'
import type { CompleteConfig } from '#config/config.ts'

export const ALGORITHM = 'ES256'

type PublicJwk = { kty: 'EC' | 'OKP'; crv: string; x: string; y?: string; kid: string; use: 'sig'; alg: string }

/** The first key signs; tokens signed by any of them are accepted. */
export type SigningKeys = {
  kid: string
  sign: CryptoKey
  /** Finds the public key of a token by its `kid`. */
  verify: ReturnType<typeof createLocalJWKSet>
  /** The body of `/.well-known/jwks.json`: public keys of tokens and of the audit. */
  jwks: { keys: PublicJwk[] }
}

/**
 * To rotate JWT_KEYS: append the new key, wait for the max-age of the published set, move it to the front, and drop the
 * old one when the last refresh token that it signed has expired (30 days).
 */
export async function loadSigningKeys({
  JWT_KEYS: { keys },
  AUDIT_KEYS,
}: Pick<CompleteConfig, 'JWT_KEYS' | 'AUDIT_KEYS'>): Promise<SigningKeys> {
  const tokenKeys = await Promise.all(keys.map(toPublicJwk))
  const auditKeys = await Promise.all(AUDIT_KEYS.keys.map(toPublicAuditJwk))
  // Only symmetric keys are imported as bytes, and the configuration accepts none.
  const sign = (await importJWK(keys[0]!, ALGORITHM)) as CryptoKey
  const jwks = { keys: [...tokenKeys, ...auditKeys] }
  return { kid: tokenKeys[0]!.kid, sign, verify: createLocalJWKSet({ keys: tokenKeys }), jwks }
}

async function toPublicJwk({ crv = '', x = '', y = '' }: JWK): Promise<PublicJwk> {
  const key = { kty: 'EC', crv, x, y } as const
  return { ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: ALGORITHM }
}

async function toPublicAuditJwk({ crv = '', x = '' }: JWK): Promise<PublicJwk> {
  const key = { kty: 'OKP', crv, x } as const
  return { ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: 'EdDSA' }
}
