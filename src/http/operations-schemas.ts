import { z } from 'zod'

const HealthPart = z.object({
  state: z
    .enum(['up', 'degraded', 'down', 'off'])
    .describe('How it is; `off` means that it is not configured, and not missed.'),
  lag_ms: z.int().min(0).optional().describe('Age of the oldest work that waits, in milliseconds; roles have one.'),
  offset_ms: z
    .int()
    .optional()
    .describe("Milliseconds by which this machine's clock is ahead of the database's; the part `clock` has it."),
  proved_at: z.iso
    .datetime()
    .optional()
    .describe('When a verification last found the whole event store as its checkpoints say; the part `audit` has it.'),
  note: z.string().optional().describe('What is not in order, in words; absent when all is.'),
})

export type HealthPart = z.infer<typeof HealthPart>

/** What main.ts says of the process: ready when every part that is configured works. */
export type Health = { ready: boolean; parts: Record<string, HealthPart> }

export const LiveResponse = z
  .object({ status: z.literal('live').describe('Always `live`.') })
  .describe('The process answers.')

const health = {
  status: z.enum(['ready', 'not_ready']).describe('Whether every part that is configured works.'),
  parts: z.record(z.string(), HealthPart).describe('Every part by its name.'),
}
export const ReadyResponse = z.object(health).describe('Every part that is configured works.')
export const NotReadyResponse = z
  .object(health)
  .describe('Something that is configured does not work; ask again after `Retry-After`.')
