import { DEAD_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import type { Service } from '#service.ts'

const RESPONSE_MS_MAX = 2_000

/** Null without `BUS=in`, and while NATS does not answer. */
export async function countDeadMessages({ nats, config }: Pick<Service, 'nats' | 'config'>): Promise<number | null> {
  if (nats === undefined || !config.BUS.includes('in')) return null
  try {
    const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
    const stream = await nullIfMissing(manager.streams.info(DEAD_STREAM))
    return stream?.state.messages ?? 0
  } catch {
    return null
  }
}
