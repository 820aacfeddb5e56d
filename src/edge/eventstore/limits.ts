/** A healthy server answers within its own write timeout. */
export const SERVER_MS_MAX = 2_000
/** Timeout of an append and of the next event of a read; then the connection is replaced. */
export const ANSWER_MS_MAX = 2_500
/**
 * The deadline sent with an append. The client computes a time of day from this machine's clock, and the server
 * compares it with its own, so a short one could be over on arrival. The server and ANSWER_MS_MAX limit the append.
 */
export const APPEND_DEADLINE_SENT_MS = 3_600_000
/** No later repeat, so a caller waits 6 s at most. A cluster elects a new leader within 2 s. */
export const REPEATS_BEGIN_WITHIN_MS = 3_500
export const REPEAT_AFTER_MS_MIN = 50
export const REPEAT_AFTER_MS_MAX = 400
export const PING_DEADLINE_MS = 1_000
export const RESUBSCRIBE_AFTER_MS_MIN = 100
export const RESUBSCRIBE_AFTER_MS_MAX = 5_000
