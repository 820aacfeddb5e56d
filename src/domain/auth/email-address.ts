import { domainToASCII } from 'node:url'

/** RFC 5321, 4.5.3.1: 64 octets of local part, 255 of domain, 254 altogether in a path. */
export const EMAIL_LENGTH_MAX = 254

/**
 * The form under which two spellings of one address are the same account: NFKC, no space around it, lower case, the domain
 * as DNS sees it (so an ideographic full stop is a dot). Text that is no address comes back in some stable form: an unknown
 * account is looked for, and counted, like any other.
 */
export function normaliseEmail(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 0) return plain
  const domain = plain.slice(at + 1)
  return `${plain.slice(0, at)}@${domainToASCII(domain) || domain}`
}
