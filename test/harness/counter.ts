import { z } from 'zod'
import { category, type EventOf, family } from '#event-sourcing/category.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { Rejection } from '#values/errors.ts'

/** The smallest decider that can refuse, for tests of the loop around deciders: it counts up to a limit. */
const CounterEvents = { Added: z.strictObject(plain({ by: z.number() })) }
export type CounterEvent = EventOf<typeof CounterEvents>

export const COUNTER_MAX = 1_000

const counterDecider: Decider<{ add: number }, number, CounterEvent> = {
  initial: 0,
  decide({ add }, state) {
    if (add === 0) return []
    if (state + add > COUNTER_MAX) throw new Rejection('CONFLICT', { state })
    return [{ type: 'Added', data: { by: add } }]
  },
  evolve: (state, event) => state + event.data.by,
}

export const counter = family(category({ prefix: 'counter-', events: CounterEvents }), counterDecider)

export function context(command_id: string): Context {
  return {
    actor: { sub: 'usr_1', client_id: 'clt_1', role: 'admin' },
    request_id: 'req_1',
    command_id,
    correlation_id: 'req_1',
    causation_id: null,
    now: new Date('2026-01-01T00:00:00Z'),
  }
}
