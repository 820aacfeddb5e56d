import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import { recentContradictions } from '#queries/refunds/recent-contradictions.ts'
import type { Consumer } from '#reactions/consumer.ts'
import type { Service } from '#service.ts'
import type { OutcomeObserver } from './network-outcome.ts'

const LOOK_MS = 5_000
/** Refunds that the note on contradictions names. */
const NAMED_MAX = 3

export type PaymentObserver = OutcomeObserver & { silence(): void; failure(): void }

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
  const contradictions = new Counter({
    name: 'refund_network_contradictions_total',
    help: 'Answers of the payment network that can not be true beside what is recorded',
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
  const observer: PaymentObserver = {
    contradiction: () => contradictions.inc(),
    silence: () => silences.inc(),
    outcome: outcome => outcomes.inc({ outcome }),
    failure: () => failures.inc(),
  }

  function watch(consumers: Consumer[]) {
    let dueLagMs = 0
    let contradicted: string | null = null
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
      contradicted = await recentContradictions(db, NAMED_MAX).then(noteOn, () => contradicted)
    }
    const looking = setInterval(() => void look(), LOOK_MS)
    const notes = () => (contradicted === null ? [] : [contradicted])
    return { dueLagMs: () => dueLagMs, notes, stop: () => clearInterval(looking) }
  }
  return { ...observer, watch }
}

function noteOn({ count, refund_ids }: Awaited<ReturnType<typeof recentContradictions>>): string | null {
  if (count === 0) return null
  return `the payment network contradicted what is recorded ${count} times within 24 hours, see the audit of ${refund_ids.join(', ')}`
}
