/** What every module's requests count against, with a code of this one. */
export const rateLimit = { limit: { name: 'tier', code: 'NOTIF_007' } } as const
/** How long a caller waits for what it has just done; the read model is behind by milliseconds. */
export const OWN_WRITES_MS_MAX = 500
