import { Counter, type Registry } from 'prom-client'
import { OTHER_CLIENTS } from '#bus/stream-metrics.ts'
import { isToken } from './subject.ts'
import type { Fate } from './take-message.ts'

export type InboundMetrics = ReturnType<typeof createInboundMetrics>

/** Clients with a series of their own; all others share one. */
const CLIENTS_MAX = 100

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
  const refused = new Counter({
    name: 'bus_in_refused_total',
    help: `Refused messages of a client; of the first ${CLIENTS_MAX} clients, then of all others`,
    labelNames: ['client_id'],
    registers: [metrics],
  })
  const clients = new Set<string>()

  function clientLabel(client_id: string): string {
    if (!isToken(client_id)) return OTHER_CLIENTS
    if (clients.size < CLIENTS_MAX) clients.add(client_id)
    return clients.has(client_id) ? client_id : OTHER_CLIENTS
  }

  return {
    count({ client_id, kind }: { client_id: string; kind: string }, outcome: Fate['is']) {
      messages.inc({ kind: known.has(kind) ? kind : 'unknown', outcome })
      if (outcome === 'bad') refused.inc({ client_id: clientLabel(client_id) })
    },
    purged: (count: number) => purged.inc(count),
  }
}
