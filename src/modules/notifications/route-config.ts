export const tags = ['notifications']
/** The rate limit of the client's tier, with the error code of this module. */
export const rateLimit = { limit: { name: 'tier', code: 'NOTIF_007' } } as const
