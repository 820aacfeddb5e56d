import { headers as createHeaders, type MsgHdrs } from 'nats'
import { OUTBOUND_SUBJECT } from '#bus/streams.ts'
import type { Draft } from '#delivery/enqueue/public-event-declaration.ts'
import { recordOf } from '#domain/webhooks/envelope.ts'
import type { Position } from '#event-sourcing/event-store.ts'

/** Publication goes on after this position of the log, `<commit>/<prepare>`: the event's own, unless it is late. */
export const POSITION_HEADER = 'Security-Position'
/** Of an event that was parked and is published later: its own position. */
export const EVENT_POSITION_HEADER = 'Security-Event-Position'
/** Of an event that is late: the public id of the event at `Security-Position`. */
export const AFTER_HEADER = 'Security-After'

export type OutboundMessage = {
  subject: string
  /** The public type of the event. */
  type: string
  payload: string
  headers: MsgHdrs
  /** `Nats-Msg-Id`: the public id of the event. */
  id: string
  position: Position
}

/** An event of the log. `id`: its public id, empty where the log has none at that position. */
export type EventPlace = { position: Position; id: string }

/** The record of `GET /events`. `after`: of an event that is late, the place that publication goes on after. */
export function outboundMessage(
  { event, client_id, sequence }: Draft,
  eventPosition: Position,
  test_mode: boolean,
  after?: EventPlace,
): OutboundMessage {
  const position = after?.position ?? eventPosition
  const headers = createHeaders()
  headers.set(POSITION_HEADER, formatPosition(position))
  if (after !== undefined) {
    headers.set(EVENT_POSITION_HEADER, formatPosition(eventPosition))
    if (after.id !== '') headers.set(AFTER_HEADER, after.id)
  }
  return {
    subject: `${OUTBOUND_SUBJECT}.${client_id}.${event.type}`,
    type: event.type,
    payload: recordOf(event, { sequence, test_mode }),
    ...{ headers, position, id: event.id },
  }
}

function formatPosition({ commit, prepare }: Position): string {
  return `${commit}/${prepare}`
}

/** Null where it is none of ours. */
export function parsePosition(text: string): Position | null {
  const [, commit, prepare] = /^(\d{1,19})\/(\d{1,19})$/.exec(text) ?? []
  return commit === undefined || prepare === undefined ? null : { commit: BigInt(commit), prepare: BigInt(prepare) }
}
