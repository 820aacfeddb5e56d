import type { ConnectionOptions } from 'node:tls'
import { Client } from 'pg'

/** What an address says about TLS. */
const OPTIONS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/**
 * An address as the pool takes it, and what it says about TLS as the driver reads it. The pool reads fewer words, knows no authority, and
 * would go without TLS where it does not understand.
 */
export function withTls(url: string): { address: string; ssl?: ConnectionOptions } {
  // The driver's types leave out what it keeps there: false, true, or options.
  const ssl: boolean | ConnectionOptions = new Client({ connectionString: url }).ssl
  const address = new URL(url)
  for (const option of OPTIONS) address.searchParams.delete(option)
  if (ssl === false) return { address: address.href }
  return { address: address.href, ssl: ssl === true ? {} : ssl }
}
