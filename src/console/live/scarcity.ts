const SHARE_MIN = 0.1
/** Analyses of messages count against a quota of their own, which their answers name instead. */
const OWN_QUOTA = /\/sms\//

/**
 * For how long less than a tenth of the client's requests is left, by an answer of the API; null when there is more.
 * The client's machines need the rest.
 */
export function scarceForMs(url: string, headers: Pick<Headers, 'get'>, nowMs: number): number | null {
  if (OWN_QUOTA.test(url)) return null
  const [limit, remaining, resetS] = ['limit', 'remaining', 'reset'].map(name => {
    const value = headers.get(`x-ratelimit-${name}`)
    return value === null ? Number.NaN : Number(value)
  }) as [number, number, number]
  if (!(remaining < limit * SHARE_MIN)) return null
  const forMs = resetS * 1_000 - nowMs
  return forMs > 0 ? forMs : null
}
