import { headers as createHeaders, type MsgHdrs } from 'nats'
import { OUTBOUND_SUBJECT } from '#bus/streams.ts'
import type { Draft } from '#delivery/enqueue/public-event-declaration.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import type { Position } from '#event-sourcing/event-store.ts'

/** Where the event is in the log, as `<commit>/<prepare>`: publication goes on after it. */
export const POSITION_HEADER = 'Security-Position'

export type OutboundMessage = {
  subject: string
  payload: string
  headers: MsgHdrs
  /** `Nats-Msg-Id`: the public id of the event. */
  id: string
  position: Position
}

/** The record of `GET /events`. */
export function outboundMessage(
  { event, client_id, sequence }: Draft,
  position: Position,
  test_mode: boolean,
): OutboundMessage {
  const headers = createHeaders()
  headers.set(POSITION_HEADER, `${position.commit}/${position.prepare}`)
  return {
    subject: `${OUTBOUND_SUBJECT}.${client_id}.${event.type}`,
    payload: `${sharedPart(event)},"metadata":${JSON.stringify({ sequence, test_mode })}}`,
    ...{ headers, position, id: event.id },
  }
}

/** Null where it is none of ours. */
export function parsePosition(text: string): Position | null {
  const [, commit, prepare] = /^(\d{1,19})\/(\d{1,19})$/.exec(text) ?? []
  return commit === undefined || prepare === undefined ? null : { commit: BigInt(commit), prepare: BigInt(prepare) }
}
