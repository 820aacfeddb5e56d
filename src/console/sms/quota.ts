import { signal } from '@preact/signals'

/** Messages that the client may have analysed in this month, as the last answer had it. */
export type MessageQuota = { limit: number; remaining: number; resetsAt: Date }

/** `of`: the user whose page it is, because another user may belong to another client. */
export const quota = signal<{ of: string; quota: MessageQuota } | null>(null)

/**
 * The quota of the headers. A client without one has its limit of requests there, which does not end with the month:
 * then null.
 */
export function quotaOf(headers: Headers): MessageQuota | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name => {
    const text = headers.get(`x-ratelimit-${name}`)
    return text === null ? Number.NaN : Number(text)
  }) as [number, number, number]
  const resetsAt = new Date(reset * 1_000)
  if (![limit, remaining].every(Number.isFinite) || !isStartOfMonth(resetsAt)) return null
  return { limit, remaining, resetsAt }
}

function isStartOfMonth(time: Date): boolean {
  return time.getUTCDate() === 1 && time.getTime() % 86_400_000 === 0
}
