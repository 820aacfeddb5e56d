/**
 * The greatest age of a client's status when a process sends something for the client. The response to a suspension
 * waits for this time, so nothing is sent after it.
 */
export const STATUS_AGE_MS_MAX = 3_000
