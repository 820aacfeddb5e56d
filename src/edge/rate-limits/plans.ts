/** A fixed window aligned to UTC days or calendar months, with the `seconds` of the longest month. */
export type Window = { name: 'second' | 'minute' | 'day' | 'month'; seconds: number; limit: number }

/** The limits of a key, the shortest window first. Around the end of a window twice its limit can pass. */
export type Plan = {
  /** Part of the counter's name, so that changed limits apply at once on every instance. */
  id: string
  windows: readonly [Window, ...Window[]]
  /** The `RateLimit-Policy` header (IETF draft-ietf-httpapi-ratelimit-headers). */
  policy: string
}

export const second = (limit: number): Window => ({ name: 'second', seconds: 1, limit })
export const minute = (limit: number): Window => ({ name: 'minute', seconds: 60, limit })
export const day = (limit: number): Window => ({ name: 'day', seconds: 86_400, limit })
export const month = (limit: number): Window => ({ name: 'month', seconds: 31 * 86_400, limit })

/** Made once per set of limits: a limiter compares plans by identity. */
export function planOf(...windows: [Window, ...Window[]]): Plan {
  const id = windows.map(({ limit, seconds }) => `${limit}/${seconds}`).join(',')
  return {
    id,
    windows,
    policy: windows.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
  }
}

/** For requests without a valid token, per address: enough for the logins of an office, too few for guessing. */
export const ADDRESS_PLAN = planOf(minute(600))

export function startOf({ name, seconds }: Window, nowS: number): number {
  if (name !== 'month') return nowS - (nowS % seconds)
  const now = new Date(nowS * 1_000)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1_000
}

export function endOf({ name, seconds }: Window, nowS: number): number {
  if (name !== 'month') return nowS - (nowS % seconds) + seconds
  const now = new Date(nowS * 1_000)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1_000
}
