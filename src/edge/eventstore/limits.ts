/** A healthy server answers within its own write timeout. */
export const SERVER_MS_MAX = 2_000
/**
 * Timeout of an append and of the next event of a read; then the connection counts as dead and the call starts again on
 * a new one. The client has no such limit.
 */
export const ANSWER_MS_MAX = 2_500
/**
 * The deadline sent with an append. The client computes a time of day from this machine's clock, and the server
 * compares it with its own, so a short one could be over on arrival. The server and ANSWER_MS_MAX limit the append.
 */
export const APPEND_DEADLINE_SENT_MS = 3_600_000
/**
 * No repeat starts later, so a caller waits 6 s at most. A cluster elects a new leader within 2 s, and answers "not
 * ready" until then.
 */
export const REPEATS_BEGIN_WITHIN_MS = 3_500
/** Pauses before repeating a call with unknown outcome. */
export const REPEAT_AFTER_MS_MIN = 50
export const REPEAT_AFTER_MS_MAX = 400
export const PING_DEADLINE_MS = 1_000
export const RESUBSCRIBE_AFTER_MS_MIN = 100
export const RESUBSCRIBE_AFTER_MS_MAX = 5_000
