import type { MessagePlatform } from '#domain/sms/analyses/events.ts'
import type { AnalysisRecord } from '#domain/sms/analyses/record.ts'
import type { Message } from '#domain/sms/message.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'

/** `replayed`: the record is of an earlier request. */
export type MessageOutcome = { record: AnalysisRecord; replayed: boolean } | Rejection

export type RequestedMessage = {
  /** Its index in the request. */
  at: number
  /** Derived from the caller's ids if there are both. */
  analysis_id: string
  message: Omit<Message, 'country'>
  owner: string | null
  /** Whether the request names the owner. */
  isOwnerExplicit: boolean
  callerIds: { device_id: string | null; message_id: string | null }
  platform: MessagePlatform
  received_at: string | null
}

export function stableIdsOf(requested: readonly RequestedMessage[]): string[] {
  return requested.flatMap(({ analysis_id, callerIds: { device_id, message_id } }) =>
    device_id === null || message_id === null ? [] : [analysis_id],
  )
}

/** Returns a refusal, which concerns one message; throws any other error, which fails the request. */
export function toOutcome(error: unknown): Rejection {
  if (error instanceof Rejection && !isUnavailable(error)) return error
  throw error
}

export function isUnavailable(outcome: unknown): boolean {
  return outcome instanceof Rejection && outcome.code === 'SERVICE_UNAVAILABLE'
}

export function conflictRejection(reason: string): Rejection {
  return fieldRejection('CONFLICT', [{ field: 'message_id', reason }])
}

/** `field` leads to the person. */
export function restrictedRejection(field: keyof typeof RESTRICTED_REASONS): Rejection {
  return fieldRejection('INVALID_REQUEST', [
    { field, reason: `${RESTRICTED_REASONS[field]} a person who is restricted: their erasure was requested` },
  ])
}
const RESTRICTED_REASONS = {
  user_id: 'names',
  device_id: 'is registered by',
  message_id: 'was used for a message of',
} as const
