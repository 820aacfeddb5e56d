import { domainToASCII } from 'node:url'

/** RFC 5321, 4.5.3.1: 64 octets of local part, 255 of domain, 254 altogether in a path. */
export const EMAIL_LENGTH_MAX = 254

/** Two spellings with this form are one account. Any other text gets a stable form too, to be throttled alike. */
export function normaliseEmail(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 0) return plain
  const domain = plain.slice(at + 1)
  return `${plain.slice(0, at)}@${domainToASCII(domain) || domain}`
}
