/** The rate limit of the client's tier, with the error code of this module. */
export const rateLimit = { limit: { name: 'tier', code: 'NOTIF_007' } } as const
/** How long a request waits for its read model, which lags by milliseconds. */
export const OWN_WRITES_MS_MAX = 500
