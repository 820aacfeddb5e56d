/** The greatest age of a client's status when something is sent for it. A suspension responds after this time. */
export const STATUS_AGE_MS_MAX = 3_000
