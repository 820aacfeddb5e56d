import { Counter, type Registry } from 'prom-client'
import type { Fate } from './take-message.ts'

export type InboundMetrics = ReturnType<typeof createInboundMetrics>

/** Kinds that no module takes are counted as one: their names are the senders'. */
export function createInboundMetrics(metrics: Registry, kinds: readonly string[]) {
  const known = new Set(kinds)
  const messages = new Counter({
    name: 'bus_in_messages_total',
    help: 'Messages taken from the bus, by kind and by what became of them',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  const purged = new Counter({
    name: 'bus_dead_purged_total',
    help: 'Refused messages that were deleted because their client had too many',
    registers: [metrics],
  })
  return {
    count: (kind: string, outcome: Fate['is']) => messages.inc({ kind: known.has(kind) ? kind : 'unknown', outcome }),
    purged: (count: number) => purged.inc(count),
  }
}
