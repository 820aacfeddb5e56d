import { hash, randomBytes } from 'node:crypto'

const PASSWORD_BYTES = 24

/** The session id as 32 hexadecimal digits, which every client accepts. */
export function usernameOf(session_id: string): string {
  return session_id.slice('vps_'.length).replaceAll('-', '')
}

/** 192 random bits: the digest needs neither salt nor key stretching. */
export function generatePassword(): { password: string; digest: string } {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  return { password, digest: digestOf(password) }
}

export function digestOf(password: string): string {
  return hash('sha256', password, 'hex')
}

export function sessionIdOf(username: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(username) ?? []
  return parts.length === 0 ? null : `vps_${parts.join('-')}`
}
