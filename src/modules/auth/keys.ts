import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, createLocalJWKSet, importJWK, type JWK } from 'jose'
import type { Config } from '#config.ts'
import { secretOnce } from '#secret-file.ts'

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
 * The keys of JWT_KEYS, or a pair generated once into DATA_DIR/jwt-keys.json (mode 0600; config.ts refuses that in
 * production). To rotate: append the new key, wait for the max-age of the published set, move it to the front, and drop the
 * old one when the last refresh token it signed has ended (30 days).
 */
export async function loadKeys(config: Pick<Config, 'JWT_KEYS' | 'DATA_DIR'>): Promise<SigningKeys> {
  const { keys } = config.JWT_KEYS ?? generatedOnce(config.DATA_DIR)
  const [first] = keys
  if (first === undefined) throw new Error('JWT_KEYS holds no key')
  const published = await Promise.all(keys.map(publicHalf))
  const sign = await importJWK(first, ALGORITHM)
  if (sign instanceof Uint8Array) throw new Error('JWT_KEYS holds a symmetric key')
  const jwks = { keys: published }
  return { kid: published[0]!.kid, sign, verify: createLocalJWKSet(jwks), jwks }
}

async function publicHalf({ crv = '', x = '', y = '' }: JWK): Promise<PublicKey> {
  const key = { kty: 'EC', crv, x, y } as const
  return { ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: ALGORITHM }
}

function generatedOnce(dataDir: string): { keys: JWK[] } {
  const text = secretOnce(join(dataDir, 'jwt-keys.json'), () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] })
  })
  return JSON.parse(text)
}
