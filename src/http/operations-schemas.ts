import { z } from 'zod'

const HealthPart = z.object({
  state: z
    .enum(['up', 'degraded', 'down', 'off'])
    .describe('State of the part; `off` means that it is not configured.'),
  lag_ms: z
    .int()
    .min(0)
    .optional()
    .describe('Age of the oldest waiting work in milliseconds; only roles and the part `bus` have one.'),
  offset_ms: z
    .int()
    .optional()
    .describe("Milliseconds by which this machine's clock is ahead of the database's; only the part `clock` has it."),
  proved_at: z.iso
    .datetime()
    .optional()
    .describe(
      'When a verification last found the event store consistent with its checkpoints; only the part `audit` has it.',
    ),
  note: z.string().optional().describe('What is wrong; absent if nothing is.'),
})

export type HealthPart = z.infer<typeof HealthPart>

export type Health = { ready: boolean; parts: Record<string, HealthPart> }

export const LiveResponse = z
  .object({ status: z.literal('live').describe('Always `live`.') })
  .describe('The process responds.')

const health = {
  status: z.enum(['ready', 'not_ready']).describe('Whether every part that is configured works.'),
  parts: z.record(z.string(), HealthPart).describe('Every part by its name.'),
}
export const ReadyResponse = z.object(health).describe('Every part that is configured works.')
export const NotReadyResponse = z
  .object(health)
  .describe('A configured part does not work; repeat after `Retry-After`.')
