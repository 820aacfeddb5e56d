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

/** gRPC status codes that say nothing about whether the call took effect. */
const SILENT_GRPC_CODES = new Set([
  1, // CANCELLED: the connection was torn down under the call
  4, // DEADLINE_EXCEEDED
  10, // ABORTED: the server's own commit timeout
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
  const { type, code } = error as { type?: unknown; code?: unknown }
  if (typeof type === 'string') return SILENT_TYPES.has(type)
  return typeof code === 'number' && SILENT_GRPC_CODES.has(code)
}

export function typeOf(error: unknown): string | undefined {
  const type = (error as { type?: unknown } | null)?.type
  return typeof type === 'string' ? type : undefined
}
