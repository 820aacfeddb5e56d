/** Within this a healthy server answers: its own write timeout. */
export const SERVER_MS_MAX = 2_000
/**
 * So long an append, or the next event of a read, is waited for; then the connection counts as dead and the call begins again on a new one. The
 * client has no such limit.
 */
export const ANSWER_MS_MAX = 2_500
/**
 * What an append says of its own deadline. The client makes a time of day of it, by this machine's clock, and the server goes by its own: with
 * a near one every append of a process whose clock is behind would be late already. The server has its own limit for what it takes on, and
 * this process the one above.
 */
export const APPEND_DEADLINE_SENT_MS = 3_600_000
/**
 * Repeats begin within this time after the first try, so that a caller waits 6 s at most. A cluster that has lost its leader has another one
 * after 2 s, and answers "not ready" until then.
 */
export const REPEATS_BEGIN_WITHIN_MS = 3_500
/** Pauses before a repeat of a call whose outcome is not known. */
export const REPEAT_AFTER_MS_MIN = 50
export const REPEAT_AFTER_MS_MAX = 400
export const PING_DEADLINE_MS = 1_000
export const RESUBSCRIBE_AFTER_MS_MIN = 100
export const RESUBSCRIBE_AFTER_MS_MAX = 5_000
