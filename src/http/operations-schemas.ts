import { z } from 'zod'

const Part = z.object({
  /** `off`: not configured, and not missed. */
  state: z.enum(['up', 'degraded', 'down', 'off']),
  lag_ms: z.int().min(0).optional().describe('Age of the oldest work that waits; roles have one'),
  offset_ms: z
    .int()
    .optional()
    .describe("How far this machine's clock is ahead of the database's; the part `clock` has it"),
  note: z.string().optional().describe('What is not in order, in words'),
})

export type Part = z.infer<typeof Part>

/** What main.ts says of the process: ready when every part that is configured works. */
export type Health = { ready: boolean; parts: Record<string, Part> }

export const LiveBody = z.object({ status: z.literal('live') })
export const HealthBody = z.object({ status: z.enum(['ready', 'not_ready']), parts: z.record(z.string(), Part) })
