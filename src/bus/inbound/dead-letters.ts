import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { headers as createHeaders, type JetStreamManager } from 'nats'
import { DEAD_STREAM, DEAD_SUBJECT } from '#bus/streams.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { apiErrorOf } from '#edge/nats/jetstream.ts'
import type { Rejection } from '#values/errors.ts'
import { MESSAGE_BYTES_MAX, placeOf, type QueuedMessage } from './queued-message.ts'
import { deadSubject, isToken, NO_NAME } from './subject.ts'

/** Of a refused message. No header of the sender is kept: those of NATS would be obeyed again. */
export const DEAD_HEADERS = {
  code: 'Security-Code',
  field: 'Security-Field',
  reason: 'Security-Reason',
  publishedAt: 'Security-Published-At',
  traceparent: 'traceparent',
  /** Only where the message was cut. */
  length: 'Security-Length',
  digest: 'Security-SHA256',
} as const

const RESPONSE_MS_MAX = 5_000
const WRONG_LAST_SEQUENCE = 10_071
const HEADER_LENGTH_MAX = 256
/** For the subject and the headers, beside the message. */
const OVERHEAD_BYTES = 4_096
const PER_CLIENT_MAX = 10_000
/** A purge for each message of a flood would cost more than the flood. */
const PURGE_EVERY_MS = 10_000
const CLIENTS_MAX = 10_000

export type DeadLetters = ReturnType<typeof createDeadLetters>

/** `onPurged`: so many of a client's oldest were deleted, because it has more than are kept. */
export function createDeadLetters(nats: Nats, onPurged: (count: number) => void, perClientMax = PER_CLIENT_MAX) {
  const purgedLately = new LRUCache<string, true>({ max: CLIENTS_MAX, ttl: PURGE_EVERY_MS })

  async function publish(message: QueuedMessage, refusal: Rejection): Promise<void> {
    const connection = nats.live()
    // What is larger is never taken. Kept whole, those of one client would leave no room for those of others.
    const room = Math.min(MESSAGE_BYTES_MAX, (connection.info?.max_payload ?? 2 ** 20) - OVERHEAD_BYTES)
    const { payload } = message
    const isCut = payload.length > room
    const headers = headersOf(message, refusal)
    if (isCut) {
      headers.set(DEAD_HEADERS.length, String(payload.length))
      headers.set(DEAD_HEADERS.digest, createHash('sha256').update(payload).digest('hex'))
    }
    try {
      await connection
        .jetstream({ timeout: RESPONSE_MS_MAX })
        .publish(deadSubject(message, placeOf(message)), isCut ? payload.subarray(0, room) : payload, {
          headers,
          // A process that was killed or frozen before its acknowledgement may have published it.
          expect: { lastSubjectSequence: 0 },
        })
    } catch (error) {
      if (apiErrorOf(error) !== WRONG_LAST_SEQUENCE) throw error
    }
  }

  async function purge(manager: JetStreamManager, client: string): Promise<void> {
    if (purgedLately.has(client)) return
    purgedLately.set(client, true)
    const filter = `${DEAD_SUBJECT}.${client}.>`
    const { purged } = await manager.streams.purge(DEAD_STREAM, { filter, keep: perClientMax })
    if (purged > 0) onPurged(purged)
  }

  return {
    /** Once, whatever happened before. Rejects while NATS can't store it. */
    async put(message: QueuedMessage, refusal: Rejection): Promise<void> {
      await publish(message, refusal)
      const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
      await purge(manager, isToken(message.client_id) ? message.client_id : NO_NAME)
    },
  }
}

function headersOf({ published_at, traceparent }: QueuedMessage, { code, message, details }: Rejection) {
  const headers = createHeaders()
  headers.set(DEAD_HEADERS.code, code)
  headers.set(DEAD_HEADERS.reason, printable(textOf(details.reason) ?? message))
  const field = textOf(details.field)
  if (field !== undefined) headers.set(DEAD_HEADERS.field, printable(field))
  headers.set(DEAD_HEADERS.publishedAt, published_at)
  if (traceparent !== undefined) headers.set(DEAD_HEADERS.traceparent, printable(traceparent))
  return headers
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Names of fields are the sender's: a line break in one would begin another header. */
function printable(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?').slice(0, HEADER_LENGTH_MAX)
}
