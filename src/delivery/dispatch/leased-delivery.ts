import { z } from 'zod'
import type { AttemptResponse } from './post.ts'

/** No other process sends it until `lease` ends. Ids are UUIDs without their prefix. */
export const LeasedDelivery = z.object({
  day: z.string(),
  id: z.string(),
  event: z.string(),
  webhook: z.string(),
  type: z.string(),
  test: z.boolean(),
  replay: z.boolean(),
  /** Outside of the schedule: requested through the API. */
  manual: z.boolean(),
  delivered: z.boolean(),
  attempts: z.number(),
  tries: z.number(),
  sequence: z.number(),
  /** Of the event. */
  created_at: z.string(),
  /** The shared part of the envelope as stored: sealed when it is about a person. */
  body: z.instanceof(Buffer),
  /** New for every claim. An outcome counts only while the stored row still has it. */
  lease: z.string(),
})
export type LeasedDelivery = z.infer<typeof LeasedDelivery>

export type DeliveryOutcome = Omit<AttemptResponse, 'requests' | 'hasResponse'> & {
  delivery: LeasedDelivery
  state: 'pending' | 'succeeded' | 'failed' | 'cancelled'
  /** Milliseconds from when this is recorded to the next attempt; 0 without one. */
  retryDelayMs: number
  attempts: number
  tries: number
  at: Date
}
