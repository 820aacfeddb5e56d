/**
 * One fixed window: `limit` requests in `seconds`, aligned to the Unix epoch (a day is a UTC day). A month is the calendar's,
 * in UTC; its `seconds` are those of the longest.
 */
export type Window = { name: 'second' | 'minute' | 'day' | 'month'; seconds: number; limit: number }

/** What a key may do; the shortest window first. At the edge of a window twice its limit can pass in a short time. */
export type Plan = {
  /** Part of the counter's name: with other terms a client is counted anew, so a raised limit holds at once on every instance. */
  id: string
  windows: readonly [Window, ...Window[]]
  /** The `RateLimit-Policy` header (IETF draft-ietf-httpapi-ratelimit-headers). */
  policy: string
}

export const second = (limit: number): Window => ({ name: 'second', seconds: 1, limit })
export const minute = (limit: number): Window => ({ name: 'minute', seconds: 60, limit })
export const day = (limit: number): Window => ({ name: 'day', seconds: 86_400, limit })
export const month = (limit: number): Window => ({ name: 'month', seconds: 31 * 86_400, limit })

/** Made once for its terms: a limiter takes another object for other terms. */
export function planOf(...windows: [Window, ...Window[]]): Plan {
  const id = windows.map(({ limit, seconds }) => `${limit}/${seconds}`).join(',')
  return {
    id,
    windows,
    policy: windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
  }
}

/** Callers without a valid token, per address: logins of an office behind one address fit, guessing does not. */
export const ADDRESS_PLAN = planOf(minute(600))

/** First second of the window that `nowS` falls into, in Unix seconds. */
export function startOf({ name, seconds }: Window, nowS: number): number {
  if (name !== 'month') return nowS - (nowS % seconds)
  const now = new Date(nowS * 1_000)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1_000
}

/** First second after the window that `nowS` falls into. */
export function endOf({ name, seconds }: Window, nowS: number): number {
  if (name !== 'month') return nowS - (nowS % seconds) + seconds
  const now = new Date(nowS * 1_000)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1_000
}
