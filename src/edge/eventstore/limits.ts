/** The client's batch append never gives up by itself; the server's own write timeout is 2 s. */
export const APPEND_DEADLINE_MS = 4_000
export const READ_DEADLINE_MS = 5_000
export const PING_DEADLINE_MS = 1_000
/** Pauses before a repeat of a call that got no answer. */
export const REPEAT_AFTER_MS = [50, 250]
export const RESUBSCRIBE_AFTER_MS_MIN = 100
export const RESUBSCRIBE_AFTER_MS_MAX = 5_000
