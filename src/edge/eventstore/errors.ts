import { status } from '@grpc/grpc-js'

/** No answer came within our own time. */
export class ClientTimeout extends Error {}

/** What was read is cut off where the connection was given up for another one. */
export class ConnectionReplaced extends Error {}

/** gRPC's words for a server that is not there, is about to go, or had no time: what it could not do in its own it calls aborted. */
const UNAVAILABLE_CODES = new Set<unknown>([
  status.UNAVAILABLE,
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.ABORTED,
])

/** Whether nothing was answered to what was asked, or what was is not whole. */
export function isNoAnswer({ cause }: { cause?: unknown }): boolean {
  if (cause instanceof ClientTimeout || cause instanceof ConnectionReplaced) return true
  const { code } = (cause ?? {}) as { code?: unknown }
  return UNAVAILABLE_CODES.has(code) || isNotReady(cause) || typeOf(cause) === 'not-leader'
}

/** The client's names for answers that a repeat would not change: nothing was written, and the next try meets the same. */
const REFUSALS = new Set([
  'wrong-expected-version',
  'stream-deleted',
  'stream-not-found',
  'no-stream',
  'access-denied',
  'maximum-append-size-exceeded',
  'missing-required-metadata-property',
  'invalid-argument',
  'invalid-transaction',
  'unsupported',
])
/** The same among answers that the client has no name for. */
const REFUSAL_CODES = new Set<unknown>([
  status.INVALID_ARGUMENT,
  status.PERMISSION_DENIED,
  status.UNAUTHENTICATED,
  status.DATA_LOSS,
])
/** Answers to an append in a batch have no code: the client says what it could not recognize. An event over the limit, and an id that is none. */
const REFUSAL_MESSAGE = /size.?exceeded|bad.?request/i

/**
 * Whether a call of the client was refused for certain. Everything else it throws leaves the outcome open, whatever it is: silence, a
 * connection that was lost, "Server Is Not Ready" while nodes elect a leader, a failure of the client itself. Only what is known for certain
 * may be told to a caller as a refusal; the rest is repeated, and then it is an outage.
 */
export function isRefusal(error: unknown): boolean {
  const { type, code, message } = (error ?? {}) as { type?: unknown; code?: unknown; message?: unknown }
  if (typeof type === 'string' && type !== 'unknown') return REFUSALS.has(type)
  return code === undefined ? REFUSAL_MESSAGE.test(String(message)) : REFUSAL_CODES.has(code)
}

/** What a node answers that is not, or not yet, part of a cluster with a leader. Another node may know the leader. */
export function isNotReady(error: unknown): boolean {
  return /not ready/i.test(String((error as { message?: unknown } | null)?.message))
}

/**
 * Whether the client will repeat this error for ever. What a call itself fails with has a `type`; without one it is a failure of the
 * question before the call, which the client keeps unless the connection was lost.
 */
export function isCachedFailure(error: unknown): boolean {
  if (
    error instanceof ClientTimeout ||
    error instanceof ConnectionReplaced ||
    typeof error !== 'object' ||
    error === null
  )
    return false
  const { type, code } = error as { type?: unknown; code?: unknown }
  return typeof type !== 'string' && code !== 1 && code !== 14
}

/**
 * How a server ends a live subscription whose reader does not keep up (through 23.10; later ones read again from the log by themselves, see
 * https://github.com/kurrent-io/KurrentDB/issues/4007 and pull request 4093). The client calls it a timeout.
 */
export function isTooSlow(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === status.ABORTED && /consumer too slow/i.test(String(message))
}

export function typeOf(error: unknown): string | undefined {
  const type = (error as { type?: unknown } | null)?.type
  return typeof type === 'string' ? type : undefined
}
