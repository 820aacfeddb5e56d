import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
/** Of no secret: who names an account that is not there costs the same as who names one. */
const DUMMY_HASH = '0'.repeat(64)

/** 256 random bits; the prefix lets scanners of code and logs know it. */
export function generateSecret(): string {
  return `svcsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** Not argon2: that slows down guessing at what people think up, and 256 random bits are not guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Compares with a stored hash in constant time; undefined = nobody's, takes as long and is false. */
export function isCorrectSecret(secret: string, stored: string | undefined): boolean {
  const isMatch = timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(stored ?? DUMMY_HASH, 'hex'))
  return isMatch && stored !== undefined
}
