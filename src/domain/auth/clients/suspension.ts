/**
 * No process sends anything for a client by what it read of the client's status longer ago than this. A suspension is answered when this time has
 * passed since it was recorded, so nothing is sent after the answer.
 */
export const STATUS_AGE_MS_MAX = 3_000
