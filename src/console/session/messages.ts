import { NoAnswerError, ServiceError, type ServiceErrorInit } from '../../client/errors.ts'
import type { StreamItem } from '../../client/stream-events.ts'
import type { LiveState } from '../live/live-state.ts'
import type { SessionCalls, SignInState } from './session-state.ts'

/** What passes between a page and the worker that keeps the session. */
export type FromPage =
  | {
      [Name in keyof SessionCalls]: { id: number; call: Name; given: Parameters<SessionCalls[Name]> }
    }[keyof SessionCalls]
  | { touch: true }
  | { visible: boolean }
  | { scarceForMs: number }
  | { leave: true }

export type FromWorker =
  | { state: SignInState }
  | { live: LiveState }
  | { item: StreamItem }
  | { scarceUntilMs: number }
  | { id: number; result: unknown }
  | { id: number; error: SentError }

/** An error's class does not pass between threads. */
export type SentError = { service: ServiceErrorInit } | { message: string; isNoAnswer: boolean }

export function sendableError(error: unknown): SentError {
  if (!(error instanceof ServiceError))
    return {
      message: error instanceof Error ? error.message : String(error),
      isNoAnswer: error instanceof NoAnswerError,
    }
  const { status, code, message, details, requestId, retryAfterMs } = error
  return { service: { status, code, message: message.slice(`${code}: `.length), details, requestId, retryAfterMs } }
}

export function receivedError(sent: SentError): Error {
  if ('service' in sent) return new ServiceError(sent.service)
  return sent.isNoAnswer ? new NoAnswerError(sent.message) : new Error(sent.message)
}
