import { findStream, OUTBOUND_STREAM, type StreamDefinition } from '#bus/streams.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { LogMismatch } from '#subscription/log-identity.ts'
import {
  AFTER_HEADER,
  EVENT_POSITION_HEADER,
  type EventPlace,
  POSITION_HEADER,
  parsePosition,
} from './outbound-message.ts'

const RESPONSE_MS_MAX = 5_000
const MESSAGE_ID_HEADER = 'Nats-Msg-Id'
const RESTORE_ADVICE =
  'purge the stream: events go on after the checkpoint of the subscription, and readers may get some of them again'

/**
 * The last message, of the event `id`. Publication goes on after `position`. `known`: an event that the log must have,
 * to be the log that was published: the one at `position`, which is another event where this one is late.
 */
type LastMessage = { position: Position; id: string; known: EventPlace }

/** The end of the stream. `last`: null where no message is there, because its time is over or the stream is new. */
export type PublishedEnd = { sequence: number; last: LastMessage | null }

/** The last message has no position: it was published by hand. Going on would have to guess one. */
export class ForeignMessage extends Error {
  constructor() {
    super(`the last message of ${OUTBOUND_STREAM} was not published by this service: it has no position`)
    this.name = 'ForeignMessage'
  }
}

/** Asks the leader of the stream. Throws while the stream is missing, StreamMismatch, and ForeignMessage. */
export async function readPublishedEnd(
  nats: Nats,
  stream: StreamDefinition,
  responseMsMax = RESPONSE_MS_MAX,
): Promise<PublishedEnd> {
  const manager = await nats.live().jetstreamManager({ timeout: responseMsMax, checkAPI: false })
  const found = await findStream(manager, stream)
  if (found === null) throw new Error(`the stream ${OUTBOUND_STREAM} is missing`)
  const { state } = found
  const sequence = state.last_seq
  if (state.messages === 0) return { sequence, last: null }
  const message = await nullIfMissing(manager.streams.getMessage(OUTBOUND_STREAM, { seq: sequence }))
  if (message === null) return { sequence, last: null }
  const { header } = message
  const position = parsePosition(header.get(POSITION_HEADER))
  if (position === null) throw new ForeignMessage()
  const id = header.get(MESSAGE_ID_HEADER)
  const after = header.get(AFTER_HEADER)
  const ownPosition = parsePosition(header.get(EVENT_POSITION_HEADER)) ?? position
  const known = after === '' ? { position: ownPosition, id } : { position, id: after }
  return { sequence, last: { position, id, known } }
}

/** Whether the message of this sequence is the event. */
export async function isPublishedAt(nats: Nats, sequence: number, id: string): Promise<boolean> {
  const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
  const message = await nullIfMissing(manager.streams.getMessage(OUTBOUND_STREAM, { seq: sequence }))
  return message !== null && message.header.get(MESSAGE_ID_HEADER) === id
}

/** Throws LogMismatch when the log lacks what was published last: it was replaced or restored. */
export async function assertPublishedFrom(
  store: Pick<EventStore, 'end' | 'at'>,
  { last }: PublishedEnd,
  publicIdOf: (event: { id: string }) => string,
): Promise<void> {
  if (last === null) return
  const isWithinLog = last.position.commit <= ((await store.end())?.commit ?? -1n)
  const event = isWithinLog ? await store.at(last.known.position) : null
  if (event !== null && publicIdOf(event) === last.known.id) return
  throw new LogMismatch(
    `${OUTBOUND_STREAM} has an event that is not in the log. If the event store was replaced or restored from a backup, ${RESTORE_ADVICE}`,
  )
}
