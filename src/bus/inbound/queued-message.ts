import { z } from 'zod'
import { parsePart } from '#http/validation.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import type { PulledMessage } from './pulled-message.ts'
import { parseInboundSubject } from './subject.ts'

export const MESSAGE_BYTES_MAX = 64 * 1_024
const AHEAD_MS_MAX = 5 * 60_000

/** As the broker has it. `stream` is the creation of its stream: with `sequence` it identifies the message. */
export type QueuedMessage = {
  client_id: string
  kind: string
  payload: Uint8Array
  stream: string
  sequence: number
  /** When the broker took it: ISO 8601, UTC. */
  published_at: string
  traceparent?: string
}

/** Of all headers only the trace context is read. */
export function queuedMessage(message: PulledMessage, stream: string): QueuedMessage {
  const { subject, data: payload, sequence, publishedAt, traceparent } = message
  return {
    ...parseInboundSubject(subject),
    ...{ payload, stream, sequence },
    published_at: publishedAt.toISOString(),
    ...(traceparent === undefined ? {} : { traceparent }),
  }
}

/** `20261128T…`, a single token of a subject, from the creation that the server reports in nanoseconds. */
export function streamIdentity(created: string): string {
  return created.replaceAll(/\D/g, '')
}

export function placeOf({ stream, sequence }: Pick<QueuedMessage, 'stream' | 'sequence'>): string {
  return `${stream}-${sequence}`
}

/** What every message has around its data. */
export const Envelope = z.object({
  id: plainText(ID_LENGTH_MAX).describe(
    `Your id of the message, 1 to ${ID_LENGTH_MAX} characters. The same message again changes nothing.`,
  ),
  time: instant
    .transform(text => new Date(text).toISOString())
    .describe('When it happened; ISO 8601 date and time with any offset, at most 5 minutes ahead.'),
  data: z.looseObject({}).describe('What the message is about, in the schema of its kind.'),
})
export type Envelope = z.output<typeof Envelope>

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Throws INVALID_REQUEST with the field and the reason. */
export function parseEnvelope(payload: Uint8Array, now: Date): Envelope {
  if (payload.length === 0) throw invalid('message', 'is empty')
  if (payload.length > MESSAGE_BYTES_MAX) throw invalid('message', `must be at most ${MESSAGE_BYTES_MAX} bytes`)
  const envelope = parsePart(Envelope, parseJson(payload), 'message')
  if (envelope instanceof Rejection) throw envelope
  if (Date.parse(envelope.time) > now.getTime() + AHEAD_MS_MAX)
    throw invalid('time', `must not be more than ${AHEAD_MS_MAX / 60_000} minutes in the future`)
  return envelope
}

function parseJson(payload: Uint8Array): unknown {
  let text: string
  try {
    text = decoder.decode(payload)
  } catch {
    throw invalid('message', 'must be UTF-8')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('message', 'must be JSON')
  }
}

/** The data of a message that may be anything; empty where it has none. */
export function dataIn(payload: Uint8Array): Record<string, unknown> {
  try {
    const { data } = JSON.parse(new TextDecoder().decode(payload))
    return typeof data === 'object' && data !== null ? data : {}
  } catch {
    return {}
  }
}

function invalid(field: string, reason: string): Rejection {
  return fieldRejection('INVALID_REQUEST', [{ field, reason }])
}
