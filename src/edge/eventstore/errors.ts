import { status } from '@grpc/grpc-js'

/** The stream is not at the revision the append expected: someone else wrote first. Nothing was written. */
export class WrongRevision extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`${stream} is not at the expected revision`)
    this.name = 'WrongRevision'
    this.stream = stream
  }
}

/** The store gave no answer in time. For an append the outcome is unknown, never "failed": the same append may be repeated. */
export class StoreUnavailable extends Error {
  constructor(doing: string, cause: unknown) {
    super(`event store unavailable while ${doing}`, { cause })
    this.name = 'StoreUnavailable'
  }
}

/** A stream holds an event that this service can't read: foreign, damaged, or of a newer version. */
export class UnreadableEvent extends Error {
  constructor(stream: string, revision: number | bigint, reason: string) {
    super(`the event at ${revision} of ${stream} can't be read: ${reason}`)
    this.name = 'UnreadableEvent'
  }
}

/** gRPC status codes that say nothing about whether the call took effect. */
const SILENT_GRPC_CODES = new Set([
  1, // CANCELLED: the connection was torn down under the call
  2, // UNKNOWN: the call ended without a status
  4, // DEADLINE_EXCEEDED
  8, // RESOURCE_EXHAUSTED: all appends share one call, and someone's message was too large for it
  10, // ABORTED: the server's own commit timeout
  13, // INTERNAL: the call was reset
  14, // UNAVAILABLE
])
const SILENT_TYPES = new Set(['timeout', 'deadline-exceeded', 'unavailable', 'cancelled', 'not-leader'])

export class OwnDeadline extends Error {}

/**
 * Whether an error of the client means "no answer". The client throws errors with a `type` from most calls and raw grpc
 * errors (only a `code`) when its features call fails, so both are looked at.
 */
export function isSilence(error: unknown): boolean {
  if (error instanceof OwnDeadline) return true
  if (typeof error !== 'object' || error === null) return false
  const { type, code, message } = error as { type?: unknown; code?: unknown; message?: unknown }
  if (typeof type === 'string' && type !== 'unknown') return SILENT_TYPES.has(type)
  if (typeof code === 'number') return SILENT_GRPC_CODES.has(code)
  // A server that says no more of a failed append than that it failed: its disk is full, for one.
  return type === 'unknown' ? message === '' : String(message).startsWith(NOT_FOUND)
}

/** What the client says of a cluster none of whose nodes answers. */
const NOT_FOUND = 'Failed to discover'

/**
 * Whether the client will repeat this error for ever. What a call itself fails with has a `type`; without one it is a failure of the
 * question before the call, which the client keeps unless the connection was lost.
 */
export function isRemembered(error: unknown): boolean {
  if (error instanceof OwnDeadline || typeof error !== 'object' || error === null) return false
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
