import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
/** Compared against if there is no account, so that unknown names take the same time. */
const DUMMY_HASH = '0'.repeat(64)

/** 256 random bits; scanners of code and logs recognise the prefix. */
export function generateSecret(): string {
  return `svcsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** Argon2 slows down guessing, which 256 random bits do not need. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** In constant time, also without a stored hash. */
export function isCorrectSecret(secret: string, stored: string | undefined): boolean {
  const isMatch = timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(stored ?? DUMMY_HASH, 'hex'))
  return isMatch && stored !== undefined
}
