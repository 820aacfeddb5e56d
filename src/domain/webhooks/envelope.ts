/** The date-shaped label of the envelope and of the data shapes in it. */
export const API_VERSION = '2026-11-01'

export type PublicEvent = {
  /** `evt_<uuid>`: the same over all attempts, endpoints and replays. */
  id: string
  type: string
  /** ISO 8601 UTC. */
  created_at: string
  /** Holds `object`, which names its kind. */
  data: { object: string } & Record<string, unknown>
}

/**
 * The part of the event envelope (spec: "Event envelope") that every endpoint and every attempt has in common, as JSON
 * text without its closing brace. It is serialised once, stored, and sent as stored.
 */
export function sharedPart({ id, type, created_at, data }: PublicEvent): string {
  return JSON.stringify({ id, type, api_version: API_VERSION, created_at, data }).slice(0, -1)
}

export type DeliveryMetadata = {
  webhook_id: string
  /** 1 for the first. */
  delivery_attempt: number
  /** Numbers the events of one object from 1, so that a receiver can put them in order. */
  sequence: number
  test_mode: boolean
  /** History that its owner asked to be sent again; left out of the body otherwise. */
  replay?: boolean
}

/** The bytes of one request: the shared part as stored, and the metadata of this endpoint and attempt. */
export function requestBody(shared: Buffer, metadata: DeliveryMetadata): Buffer {
  const { webhook_id, delivery_attempt, sequence, test_mode, replay = false } = metadata
  const own = JSON.stringify({ webhook_id, delivery_attempt, sequence, test_mode, ...(replay && { replay }) })
  return Buffer.concat([shared, Buffer.from(`,"metadata":${own}}`)])
}
