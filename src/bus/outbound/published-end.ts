import { OUTBOUND_STREAM } from '#bus/streams.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { LogMismatch } from '#subscription/log-identity.ts'
import { EVENT_POSITION_HEADER, POSITION_HEADER, parsePosition } from './outbound-message.ts'

const RESPONSE_MS_MAX = 5_000
const MESSAGE_ID_HEADER = 'Nats-Msg-Id'
const RESTORE_ADVICE =
  'purge the stream: events go on after the checkpoint of the subscription, and readers may get some of them again'

/**
 * The last message. Publication goes on after `position`; the event `id` is at `eventPosition`, which is earlier where
 * it was parked and is late.
 */
type LastMessage = { position: Position; eventPosition: Position; id: string }

/** The end of the stream. `last`: null where no message is there, because its time is over or the stream is new. */
export type PublishedEnd = { sequence: number; last: LastMessage | null }

/** The last message has no position: it was published by hand. Going on would have to guess one. */
export class ForeignMessage extends Error {
  constructor() {
    super(`the last message of ${OUTBOUND_STREAM} was not published by this service: it has no position`)
    this.name = 'ForeignMessage'
  }
}

/** Asks the leader of the stream. Throws while the stream is missing, and ForeignMessage. */
export async function readPublishedEnd(nats: Nats, responseMsMax = RESPONSE_MS_MAX): Promise<PublishedEnd> {
  const manager = await nats.live().jetstreamManager({ timeout: responseMsMax, checkAPI: false })
  const { state } = await manager.streams.info(OUTBOUND_STREAM)
  const sequence = state.last_seq
  if (state.messages === 0) return { sequence, last: null }
  const message = await nullIfMissing(manager.streams.getMessage(OUTBOUND_STREAM, { seq: sequence }))
  if (message === null) return { sequence, last: null }
  const position = parsePosition(message.header.get(POSITION_HEADER))
  if (position === null) throw new ForeignMessage()
  const eventPosition = parsePosition(message.header.get(EVENT_POSITION_HEADER)) ?? position
  return { sequence, last: { position, eventPosition, id: message.header.get(MESSAGE_ID_HEADER) } }
}

/** Whether the message of this sequence is the event. */
export async function isPublishedAt(nats: Nats, sequence: number, id: string): Promise<boolean> {
  const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
  const message = await nullIfMissing(manager.streams.getMessage(OUTBOUND_STREAM, { seq: sequence }))
  return message !== null && message.header.get(MESSAGE_ID_HEADER) === id
}

/** Throws LogMismatch when the last published event is not at its position: the log was replaced or restored. */
export async function assertPublishedFrom(
  store: Pick<EventStore, 'end' | 'at'>,
  { last }: PublishedEnd,
  publicIdOf: (event: { id: string }) => string,
): Promise<void> {
  if (last === null) return
  const isWithinLog = last.position.commit <= ((await store.end())?.commit ?? -1n)
  const event = isWithinLog ? await store.at(last.eventPosition) : null
  if (event !== null && publicIdOf(event) === last.id) return
  throw new LogMismatch(
    `${OUTBOUND_STREAM} has an event that is not in the log. If the event store was replaced or restored from a backup, ${RESTORE_ADVICE}`,
  )
}
