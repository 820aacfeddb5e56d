import { hash, randomBytes } from 'node:crypto'

const PASSWORD_BYTES = 24

/** The session's id without prefix and dashes: 32 hexadecimal digits, which every client takes. */
export function usernameOf(session_id: string): string {
  return session_id.slice('vps_'.length).replaceAll('-', '')
}

/** Nobody guesses 192 random bits, so that their digest needs neither salt nor time. */
export function generatePassword(): { password: string; digest: string } {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  return { password, digest: digestOf(password) }
}

export function digestOf(password: string): string {
  return hash('sha256', password, 'hex')
}

/** The session that a username names; null for what is none. */
export function sessionIdOf(username: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(username) ?? []
  return parts.length === 0 ? null : `vps_${parts.join('-')}`
}
