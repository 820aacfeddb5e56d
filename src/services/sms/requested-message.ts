import type { MessagePlatform } from '#domain/sms/analyses/events.ts'
import type { AnalysisRecord } from '#domain/sms/analyses/record.ts'
import type { Message } from '#domain/sms/message.ts'
import { Rejection } from '#values/errors.ts'

/** What a message comes to. `replayed`: it was analysed before, and this is what was found then. */
export type MessageOutcome = { record: AnalysisRecord; replayed: boolean } | Rejection

/** A message of a request that may be analysed. */
export type RequestedMessage = {
  /** Its position in the request. */
  at: number
  analysis_id: string
  /** Whether its id is a function of the names that the caller gave. */
  isNamed: boolean
  message: Omit<Message, 'country'>
  owner: string | null
  /** Whether the caller named the owner. */
  isOwnerSaid: boolean
  names: { device_id: string | null; message_id: string | null }
  platform: MessagePlatform
  received_at: string | null
}

/** A refusal is the outcome of one message; anything else, an outage included, fails the request. */
export function toOutcome(error: unknown): Rejection {
  if (error instanceof Rejection && !isUnavailable(error)) return error
  throw error
}

export function isUnavailable(outcome: unknown): boolean {
  return outcome instanceof Rejection && outcome.code === 'SERVICE_UNAVAILABLE'
}
