import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { refundStreams } from '#domain/refunds/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { suite } from '../harness/suite.ts'
import {
  historyOf,
  paidFor,
  reaches,
  requested,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

/**
 * Processes of the version before run on while those of this one start: they arm the same refunds, by their own
 * clocks, with the statement that they know, and what they arm they also claim and let go.
 */
const test = suite('old and new processes side by side')

const WINDOW_MS = 100
const REFUNDS = 60

const run = await startReactionService({ env: { REFUND_CANCEL_WINDOW_MS: String(WINDOW_MS) } })
const { service } = run

/** What the version before did with each event that it was given, which could be late and more than once. */
async function armAsBefore({ db }: Service, event: Recorded<DomainEvent>): Promise<void> {
  const dueAt = new Date(Date.parse(event.at) + WINDOW_MS).toISOString()
  await db.query(sql.unsafe`
    insert into ops.due_work as d (queue, id, stream, correlation_id, causation_id, due_at)
    values ('refund-payment', ${refundStreams.idOf(event)}, ${event.stream}, ${event.metadata.correlation_id}, ${event.id}, ${dueAt})
    on conflict (queue, id) do update set
      correlation_id = excluded.correlation_id, causation_id = excluded.causation_id,
      due_at = least(d.due_at, excluded.due_at), generation = d.generation + 1, asked = 0, failures = 0,
      armed_at = excluded.armed_at`)
}

test('refunds that both schedule, before and after the new ones begin, are paid once', async () => {
  const old = await run.another()
  const ending = new AbortController()
  const consuming = old.store.subscribe({
    prefixes: ['refund-'],
    from: null,
    signal: ending.signal,
    async handle({ events }) {
      for (const event of events)
        if ('metadata' in event && event.type === 'RefundRequested') {
          await armAsBefore(old, event)
          void delay(Math.random() * 500).then(() => armAsBefore(old, event).catch(() => undefined))
        }
    },
  })
  const ids = await Promise.all(Array.from({ length: REFUNDS / 2 }, () => requested(service, '4711')))
  const reactors = [startRefundReactions(await run.another()), startRefundReactions(await run.another())]
  ids.push(...(await Promise.all(Array.from({ length: REFUNDS / 2 }, () => requested(service, '4711')))))
  for (const id of ids) {
    await reaches(service, id, 'completed')
    assert.equal(await historyOf(service, id), ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted'])
    const paid = await paidFor(service, id)
    assert.equal(
      paid.map(({ key, payments }) => ({ key, payments })),
      [{ key: `${id}:0`, payments: 1 }],
    )
  }
  await delay(600)
  ending.abort()
  await consuming
  await Promise.all(reactors.map(({ stop }) => stop()))
})

test.after(() => run.close())
test.run()
