/** Version of the envelope and of the data in it. */
export const API_VERSION = '2026-11-01'

export type PublicEvent = {
  /** `evt_<uuid>`: the same over all attempts, endpoints and replays. */
  id: string
  type: string
  created_at: string
  /** `object` names the kind of object. */
  data: { object: string } & Record<string, unknown>
}

/**
 * The part of the envelope (spec: "Event envelope") that all endpoints and attempts have in common, as JSON text
 * without its closing brace. It is serialised once, stored, and sent as stored.
 */
export function sharedPart({ id, type, created_at, data }: PublicEvent): string {
  return JSON.stringify({ id, type, api_version: API_VERSION, created_at, data }).slice(0, -1)
}

/** The record of `GET /events`, of its stream and of the bus, as JSON text. */
export function recordOf(event: PublicEvent, { sequence, test_mode }: EventMetadata): string {
  return `${sharedPart(event)},"metadata":${JSON.stringify({ sequence, test_mode })}}`
}

type EventMetadata = Pick<DeliveryMetadata, 'sequence' | 'test_mode'>

export type DeliveryMetadata = {
  webhook_id: string
  delivery_attempt: number
  /** Counts the events of one object from 1, so that a receiver can order them. */
  sequence: number
  test_mode: boolean
  /** Absent from the body unless true. */
  replay?: boolean
}

export function requestBody(shared: Buffer, metadata: DeliveryMetadata): Buffer {
  const { webhook_id, delivery_attempt, sequence, test_mode, replay = false } = metadata
  const own = JSON.stringify({ webhook_id, delivery_attempt, sequence, test_mode, ...(replay && { replay }) })
  return Buffer.concat([shared, Buffer.from(`,"metadata":${own}}`)])
}
