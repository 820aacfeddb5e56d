import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Service } from '#service.ts'
import type { Consumer } from './consumer.ts'
import type { PaymentObserver } from './pay-refund.ts'

const LOOK_MS = 5_000

/** What can be seen of the reactions from outside: counters at each outcome, gauges looked up every few seconds. */
export function observePayments({ metrics, db, now, log }: Service) {
  const registers = [metrics]
  const outcomes = new Counter({
    name: 'refund_payment_outcomes_total',
    help: 'Outcomes of transfers and reversals that were recorded, by command',
    labelNames: ['outcome'],
    registers,
  })
  const silences = new Counter({
    name: 'refund_payment_silences_total',
    help: 'Questions to the payment network that got no answer',
    registers,
  })
  const failures = new Counter({
    name: 'reaction_failures_total',
    help: 'Steps of due work that failed and will be repeated',
    registers,
  })
  const lag = new Gauge({
    name: 'reaction_due_lag_seconds',
    help: 'How long the work that is due longest has been waiting',
    registers,
  })
  const rows = new Gauge({ name: 'reaction_due_rows', help: 'Subjects that something is owed to', registers })
  const parkedEvents = new Gauge({
    name: 'reaction_parked_events',
    help: 'Events that a reaction gave up on, by group',
    labelNames: ['group'],
    registers,
  })
  const observer: PaymentObserver & { failure(): void } = {
    silence: () => silences.inc(),
    outcome: outcome => outcomes.inc({ outcome }),
    failure: () => failures.inc(),
  }

  function watch(consumers: Consumer[]) {
    let dueLagMs = 0
    const look = async () => {
      for (const consumer of consumers) parkedEvents.set({ group: consumer.group }, consumer.parked())
      try {
        const row = await db.one(
          sql.type(
            z.object({ oldest: z.string().nullable(), count: z.number() }),
          )`select min(due_at) as oldest, count(*) as count from ops.due_work where due_at < 'infinity'`,
        )
        dueLagMs = row.oldest === null ? 0 : Math.max(0, now().getTime() - Date.parse(row.oldest))
        lag.set(dueLagMs / 1000)
        rows.set(row.count)
      } catch (err) {
        log.info({ err }, 'due work not counted')
      }
    }
    const looking = setInterval(() => void look(), LOOK_MS)
    return { dueLagMs: () => dueLagMs, stop: () => clearInterval(looking) }
  }
  return { ...observer, watch }
}
