/** `isLasting`: until the configuration is changed. */
export type Unreachable = { reason: string; isLasting: boolean }

/** Long enough for a distant server, short enough for a person at a terminal. */
export const PROBE_MS_MAX = 5_000

/** Messages of drivers and the operating system without a connection, in the order of their checks. */
const CONNECTION_FAILURES: readonly [pattern: RegExp, reason: string, isLasting: boolean][] = [
  [/certificate|self.signed|wrong version number|\bSSL\b|\bTLS\b/i, 'its TLS can not be used', true],
  [/ECONNREFUSED|CONNECTION_REFUSED/, 'nothing listens there', false],
  [/ENOTFOUND|EAI_AGAIN|name resolution failed/i, 'there is no host of this name', false],
  [/ECONNRESET|EPIPE|socket|closed|terminated/i, 'it ends the connection', false],
  [
    /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|time.?out|no answer|deadline/i,
    `it did not answer in ${PROBE_MS_MAX / 1_000} s`,
    false,
  ],
]

/** An unknown error's own message is the reason. */
export function unreachableOf(error: unknown): Unreachable {
  const text = textOf(error)
  for (const [pattern, reason, isLasting] of CONNECTION_FAILURES)
    if (pattern.test(text)) return { reason: isLasting ? `${reason}: ${oneLineOf(error)}` : reason, isLasting }
  return { reason: oneLineOf(error), isLasting: false }
}

export function oneLineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = (error.message || ('code' in error ? String(error.code) : error.name)).replace(/\s+/g, ' ').trim()
  return error.cause instanceof Error ? `${own}: ${oneLineOf(error.cause)}` : own
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : ''
  return `${code} ${error.message} ${error.cause === undefined ? '' : textOf(error.cause)}`
}
