import type { MessagePlatform } from '#domain/sms/analyses/events.ts'
import type { AnalysisRecord } from '#domain/sms/analyses/record.ts'
import type { Message } from '#domain/sms/message.ts'
import { Rejection } from '#values/errors.ts'

/** `replayed`: the record is of an earlier request. */
export type MessageOutcome = { record: AnalysisRecord; replayed: boolean } | Rejection

/** A valid message of a request. */
export type RequestedMessage = {
  /** Its index in the request. */
  at: number
  analysis_id: string
  /** Whether `analysis_id` is derived from the caller's ids. */
  hasStableId: boolean
  message: Omit<Message, 'country'>
  owner: string | null
  /** Whether the request names the owner. */
  isOwnerExplicit: boolean
  callerIds: { device_id: string | null; message_id: string | null }
  platform: MessagePlatform
  received_at: string | null
}

/** Returns a refusal, which concerns one message; throws any other error, which fails the request. */
export function toOutcome(error: unknown): Rejection {
  if (error instanceof Rejection && !isUnavailable(error)) return error
  throw error
}

export function isUnavailable(outcome: unknown): boolean {
  return outcome instanceof Rejection && outcome.code === 'SERVICE_UNAVAILABLE'
}
