import { z } from 'zod'

/** A delivery that this process holds: nobody else sends it until `lease` ends. Ids are UUIDs without their prefix. */
export const LeasedDelivery = z.object({
  /** Day of its partition. */
  day: z.string(),
  delivery: z.string(),
  event: z.string(),
  webhook: z.string(),
  type: z.string(),
  test: z.boolean(),
  /** A part of history that is sent again. */
  replay: z.boolean(),
  /** One attempt asked for by hand: outside of the schedule. */
  manual: z.boolean(),
  /** An attempt before a manual one has succeeded. */
  delivered: z.boolean(),
  /** Requests made so far. */
  attempts: z.number(),
  /** Of the present schedule. */
  tries: z.number(),
  sequence: z.number(),
  /** The shared part of the envelope, as stored: sealed when it is about a person. */
  body: z.instanceof(Buffer),
  /** Fresh for every claim: an outcome counts only while the row still carries it. */
  lease: z.string(),
})
export type LeasedDelivery = z.infer<typeof LeasedDelivery>

/** What an attempt came to, ready to be written. */
export type DeliveryOutcome = {
  row: LeasedDelivery
  state: 'pending' | 'succeeded' | 'failed' | 'cancelled'
  /** Milliseconds until the next attempt, from when this is on record; 0 when there is none. */
  retryDelayMs: number
  attempts: number
  tries: number
  /** When it was sent, by this process's clock: signed and shown. */
  at: Date
  status: number | null
  durationMs: number
  error: string | null
  headers: Record<string, string> | null
  body: Buffer | null
}
