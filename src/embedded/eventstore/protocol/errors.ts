import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { isDiskFull, StoreUnusable } from '#embedded/eventstore/store/database.ts'
import type { ExpectedRevision } from '#embedded/eventstore/store/decide.ts'
import { InvalidFilter } from '#embedded/eventstore/store/filter.ts'
import { CorruptEvent } from '#embedded/eventstore/store/log.ts'
import { MalformedMessage } from '#embedded/eventstore/wire.ts'

/** A gRPC status with the trailers from which the client makes its error classes. */
export class StatusError extends Error implements Partial<ServiceError> {
  readonly code: status
  readonly details: string
  readonly metadata: Metadata

  constructor(code: status, details: string, trailers: Record<string, string> = {}) {
    super(details)
    this.code = code
    this.details = trailer(details)
    this.metadata = new Metadata()
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, trailer(value))
  }
}

/** Longer trailers exceed a client's limit for headers: it would close the connection with every other call on it. */
const TRAILER_CHARACTERS_MAX = 8192

/** HTTP/2 headers are ASCII; others are percent-encoded, and cut. */
function trailer(text: string): string {
  return text
    .slice(0, TRAILER_CHARACTERS_MAX)
    .replace(/[^\x20-\x7e]+/gu, part => encodeURIComponent(part.toWellFormed()))
    .slice(0, TRAILER_CHARACTERS_MAX)
}

export function invalidArgument(details: string): StatusError {
  return new StatusError(status.INVALID_ARGUMENT, details)
}

export function accessDenied(): StatusError {
  return new StatusError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
}

export function unauthenticated(): StatusError {
  return new StatusError(status.UNAUTHENTICATED, 'Unauthenticated')
}

export function streamDeleted(stream: string): StatusError {
  return new StatusError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })
}

const EXPECTED_NUMBER = { no_stream: -1, any: -2, stream_exists: -4 }

/** @param current revision of the last event, -1 when there is none. */
export function wrongExpectedVersion(stream: string, expected: ExpectedRevision, current: number): StatusError {
  const number = BigInt(typeof expected === 'number' ? expected : EXPECTED_NUMBER[expected])
  return new StatusError(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${number}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(number),
      ...(current < 0 ? {} : { 'actual-version': String(current) }),
    },
  )
}

export function maximumAppendSizeExceeded(limit: number): StatusError {
  return new StatusError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  })
}

/** Of a write. The client makes a TimeoutError of ABORTED. */
export function timedOut(): StatusError {
  return new StatusError(status.ABORTED, 'Timeout')
}

/** A read forwards from the end, or of no events. The text of a real server (23.10). */
export function emptyRead(): StatusError {
  return new StatusError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error')
}

/** The text of a real server (23.10), by which clients recognise it. */
export function consumerTooSlow(): StatusError {
  return new StatusError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  )
}

export function shuttingDown(): StatusError {
  return new StatusError(status.UNAVAILABLE, 'The node is shutting down.')
}

export function toStatusError(error: unknown): StatusError {
  if (error instanceof StatusError) return error
  if (error instanceof MalformedMessage) return invalidArgument(`Malformed request: ${error.message}`)
  if (error instanceof InvalidFilter) return invalidArgument(error.message)
  if (error instanceof CorruptEvent) return new StatusError(status.DATA_LOSS, error.message)
  if (isDiskFull(error)) return new StatusError(status.RESOURCE_EXHAUSTED, 'The disk is full: nothing was stored.')
  if (error instanceof StoreUnusable) return new StatusError(status.UNAVAILABLE, error.message)
  return new StatusError(status.INTERNAL, error instanceof Error ? error.message : String(error))
}
