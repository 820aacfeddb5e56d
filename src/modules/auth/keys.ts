import { type CryptoKey, calculateJwkThumbprint, createLocalJWKSet, importJWK, type JWK } from 'jose'
import type { CompleteConfig } from '#config.ts'

export const ALGORITHM = 'ES256'

type PublicKey = { kty: 'EC'; crv: string; x: string; y: string; kid: string; use: 'sig'; alg: string }

/** The keys that sign tokens. The first one given signs; tokens signed by any of them are accepted. */
export type SigningKeys = {
  kid: string
  sign: CryptoKey
  /** Looks the public key of a token up by its `kid`. */
  verify: ReturnType<typeof createLocalJWKSet>
  /** What `/.well-known/jwks.json` shows: public halves only. */
  jwks: { keys: PublicKey[] }
}

/**
 * The keys of JWT_KEYS. To rotate: append the new key, wait for the max-age of the published set, move it to the front, and
 * drop the old one when the last refresh token it signed has ended (30 days).
 */
export async function loadKeys({ keys }: CompleteConfig['JWT_KEYS']): Promise<SigningKeys> {
  const published = await Promise.all(keys.map(publicHalf))
  // Only a symmetric key would come as bytes, and the configuration takes none.
  const sign = (await importJWK(keys[0]!, ALGORITHM)) as CryptoKey
  const jwks = { keys: published }
  return { kid: published[0]!.kid, sign, verify: createLocalJWKSet(jwks), jwks }
}

async function publicHalf({ crv = '', x = '', y = '' }: JWK): Promise<PublicKey> {
  const key = { kty: 'EC', crv, x, y } as const
  return { ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: ALGORITHM }
}
