import { status } from '@grpc/grpc-js'

/** No answer within our own timeout. */
export class ClientTimeout extends Error {}

/** The connection was replaced during a read, which may be incomplete. */
export class ConnectionReplaced extends Error {}

/** gRPC statuses of a server that is away, stopping, or out of time. */
const UNAVAILABLE_CODES = new Set<unknown>([
  status.UNAVAILABLE,
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.ABORTED,
])

/** Whether there was no answer, or an incomplete one. */
export function isNoAnswer({ cause }: { cause?: unknown }): boolean {
  if (cause instanceof ClientTimeout || cause instanceof ConnectionReplaced) return true
  const { code } = (cause ?? {}) as { code?: unknown }
  return UNAVAILABLE_CODES.has(code) || isNotReady(cause) || typeOf(cause) === 'not-leader'
}

/** Client error types that a repeat would not change: nothing was written. */
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
/** gRPC statuses with the same meaning, for answers without a client error type. */
const REFUSAL_CODES = new Set<unknown>([
  status.INVALID_ARGUMENT,
  status.PERMISSION_DENIED,
  status.UNAUTHENTICATED,
  status.DATA_LOSS,
])
/** Answers to batch appends have no status: an event above the size limit, an invalid id. */
const REFUSAL_MESSAGE = /size.?exceeded|bad.?request/i

/** Whether a call was refused for certain. After any other error its outcome is unknown, and it is repeated. */
export function isRefusal(error: unknown): boolean {
  const { type, code, message } = (error ?? {}) as { type?: unknown; code?: unknown; message?: unknown }
  if (typeof type === 'string' && type !== 'unknown') return REFUSALS.has(type)
  return code === undefined ? REFUSAL_MESSAGE.test(String(message)) : REFUSAL_CODES.has(code)
}

/** A node that is not part of a cluster with a leader. Another node may know the leader. */
export function isNotReady(error: unknown): boolean {
  return /not ready/i.test(String((error as { message?: unknown } | null)?.message))
}

/**
 * Whether the client repeats this error for ever. Errors of a call have a `type`; those of the feature request before
 * it have none, and the client caches them unless the connection was lost.
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
 * How a server ends a live subscription with a slow reader (through 23.10; later versions read from the log again, see
 * https://github.com/kurrent-io/KurrentDB/issues/4007 and pull request 4093). The client reports a timeout.
 */
export function isTooSlow(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === status.ABORTED && /consumer too slow/i.test(String(message))
}

export function typeOf(error: unknown): string | undefined {
  const type = (error as { type?: unknown } | null)?.type
  return typeof type === 'string' ? type : undefined
}
