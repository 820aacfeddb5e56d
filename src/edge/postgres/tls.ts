import type { ConnectionOptions } from 'node:tls'
import { Client } from 'pg'

const OPTIONS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/**
 * The address for the pool, and its TLS options as the driver reads them. The pool knows fewer options and no
 * authority, and would connect without TLS when it does not understand one.
 */
export function withTls(url: string): { address: string; ssl?: ConnectionOptions } {
  // The driver's types omit the value: false, true, or options.
  const ssl: boolean | ConnectionOptions = new Client({ connectionString: url }).ssl
  const address = new URL(url)
  for (const option of OPTIONS) address.searchParams.delete(option)
  if (ssl === false) return { address: address.href }
  return { address: address.href, ssl: ssl === true ? {} : ssl }
}
