/** Why a server can't be used, for whoever configured it, and whether that lasts until somebody changes something. */
export type Unreachable = { reason: string; isLasting: boolean }

/** Long enough for a server on the other side of the world; somebody waits for the answer at a terminal. */
export const PROBE_MS_MAX = 5_000

/** What drivers and the operating system say when there is no conversation at all, in the order in which they are looked for. */
const CONNECTION_FAILURES: readonly [said: RegExp, reason: string, isLasting: boolean][] = [
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

/** For an error of a connection that was not made. Where nothing is known of it, its own words are the reason. */
export function unreachableOf(error: unknown): Unreachable {
  const text = textOf(error)
  for (const [pattern, reason, isLasting] of CONNECTION_FAILURES)
    if (pattern.test(text)) return { reason: isLasting ? `${reason}: ${oneLineOf(error)}` : reason, isLasting }
  return { reason: oneLineOf(error), isLasting: false }
}

/** What an error and its causes say, in one line; nobody wants to know where in the code. */
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
