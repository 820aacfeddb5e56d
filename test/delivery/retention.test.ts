import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { ensureQueueDay } from '#delivery/queue.ts'
import { addDays, dayOf } from '#edge/postgres/day-partitions.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, type Engine, startEngine, until } from './engine.ts'

const DAY_MS = 86_400_000

const test = suite('delivery: what is kept, and for how long')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { service } = engine
// A heartbeat between would be one more update.
await engine.start({ limits: { retentionMs: 50, heartbeatMs: 60_000 } })
const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.*'] })

const Count = z.object({ count: z.number() })

test('a delivery costs two rows, and its stored payload holds no clear name', async () => {
  await engine.refund()
  await until('delivered', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
  assert.match(sink.received[0]!.body.toString(), /Ana Example/)
  const rows = await service.db.oneFirst(sql.type(Count)`
    select ((select count(*) from ops.webhook_events) + (select count(*) from ops.webhook_deliveries)
      + (select count(*) from ops.webhook_attempts))::int4 as count`)
  assert.is(rows, 2)
  const stored = await service.db.oneFirst(sql.type(z.object({ body: z.string() }))`
    select convert_from(body, 'UTF8') as body from ops.webhook_events`)
  assert.not.ok(stored.includes('Ana') || stored.includes('refund'))
})

const EVENTS = 20

/**
 * Counts updates as they are made: what PostgreSQL's own statistics say comes seconds later, when a session has
 * something to do again.
 */
async function countUpdates() {
  await service.db.query(sql.unsafe`create sequence public.updates`)
  await service.db.query(sql.unsafe`
    create function public.count_update() returns trigger language plpgsql as
    'begin perform nextval(''public.updates''); return null; end'`)
  for (const table of ['webhook_deliveries', 'webhook_events', 'webhook_endpoints'])
    await service.db.query(sql.unsafe`
      create trigger count_updates after update on ${sql.identifier(['ops', table])} for each row execute function public.count_update()`)
  return () =>
    service.db.oneFirst(sql.type(Count)`
      select (case when is_called then last_value else 0 end)::int4 as count from public.updates`)
}

test('an event that is delivered at the first attempt costs one update, once the endpoint has answered', async () => {
  const updates = await countUpdates()
  for (let sent = 1; sent <= EVENTS; sent += 1) {
    await engine.refund(CLIENT)
    await until('delivered', () => sink.received.length === 1 + sent)
  }
  await until('all on record', async () =>
    (await engine.deliveries(webhook_id)).every(({ status, attempts }) => status === 'succeeded' && attempts === 1),
  )
  await delay(500)
  assert.is(await updates(), EVENTS)
  sink.received.length = 1
})

test('after the erasure of a person nothing about them is sent again', async () => {
  const delivery = (await engine.deliveries(webhook_id)).at(-1)
  await service.vault.erase(beneficiarySubject(CLIENT, 'user_1'))
  await retryDelivery(service, engine.byService(), { webhook_id, delivery_id: delivery!.delivery_id })
  await until('cancelled', async () => (await engine.deliveries(webhook_id)).at(-1)?.status === 'cancelled')
  assert.is(sink.received.length, 1)
})

const name = (day: string) => `webhook_deliveries_${day.replaceAll('-', '')}`

/** The days that an engine has partitions of, and its today. */
function calendar({ service }: Engine) {
  const kept = () =>
    service.db.anyFirst(sql.type(z.object({ name: z.string() }))`
      select relname as name from pg_class where relname like 'webhook_deliveries_2%' and relkind = 'r' order by 1`)
  const today = () => dayOf(service.now())
  const isKept = async (day: string) => (await kept()).includes(name(day))
  return { kept, today, isKept, untilMadeAhead: () => until('tomorrow', () => isKept(addDays(today(), 1))) }
}

test('days beyond 30 are dropped whole as days go by, and new ones are made ahead', async () => {
  const { kept, today, isKept, untilMadeAhead } = calendar(engine)
  // From noon on: no midnight comes between.
  const noonMs = (Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS - Date.now()
  await engine.clock.set(noonMs)
  await untilMadeAhead()
  const first = today()
  for (let lived = 1; lived <= 33; lived += 1) {
    assert.ok(await isKept(first), `day ${lived}`)
    await engine.clock.set(noonMs + lived * DAY_MS)
    await untilMadeAhead()
  }
  await until('dropped', async () => !(await isKept(first)))
  assert.is((await kept()).length, 34)
  assert.equal(await engine.deliveries(webhook_id), [])
  await engine.refund()
  await until('life goes on', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
})

test('days that a long query reads are dropped later, and nothing waits for that', async () => {
  const busy = await startEngine({ caPem: sink.caPem })
  const { kept, today } = calendar(busy)
  for (let age = 0; age <= 9; age += 1) await ensureQueueDay(busy.service.db, addDays(today(), -age))
  const { webhook_id } = await busy.webhook({ url: sink.url, events: ['refund.*'] })
  const [isRead, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const backup = busy.service.db.transaction(async tx => {
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    await tx.query(sql.unsafe`select count(*) from ops.webhook_deliveries`)
    isRead.resolve()
    await isOver.promise
  })
  await isRead.promise
  await busy.start({ limits: { retentionDays: 1, retentionMs: 50 } })
  for (let sent = 1; sent <= 5; sent += 1) {
    await busy.refund()
    await until('delivered', async () => {
      const all = await busy.deliveries(webhook_id)
      return all.length === sent && all.every(({ status }) => status === 'succeeded')
    })
  }
  assert.is((await kept()).length, 11)
  isOver.resolve()
  await backup
  await until('dropped', async () => (await kept()).length === 5)
  await busy.end()
})

/** Longer than statistics are kept. */
const JUMP_MS = 500 * DAY_MS
const Counted = z.object({ period: z.string(), start: z.string(), count: z.number() })

for (const [whose, jump] of [
  ["this process's clock", async ({ clock }: Engine, ms: number) => void Object.assign(clock, { offsetMs: ms })],
  ["the database's clock", ({ clock }: Engine, ms: number) => clock.setDatabase(ms)],
  ["the machine's clock, and with it both,", ({ clock }: Engine, ms: number) => clock.set(ms)],
] as const)
  test(`when ${whose} jumps ahead and back, no day and no statistics are dropped, and sending continues`, async () => {
    const jumping = await startEngine({ caPem: sink.caPem })
    const { kept, today, untilMadeAhead } = calendar(jumping)
    for (let age = 0; age <= 30; age += 1) await ensureQueueDay(jumping.service.db, addDays(today(), -age))
    await jumping.start({ limits: { retentionMs: 50 } })
    await untilMadeAhead()
    const { webhook_id } = await jumping.webhook({ url: sink.url, events: ['refund.*'] })
    const counted = () =>
      jumping.service.db.any(sql.type(Counted)`
        select period, start, sum(count)::int4 as count from ops.webhook_statistics group by 1, 2 order by 2, 1`)
    const before = await kept()
    let statistics: readonly z.infer<typeof Counted>[] = []
    for (const [index, ms] of [0, JUMP_MS, 0].entries()) {
      if (index === 1) statistics = await counted()
      await jump(jumping, ms)
      await jumping.refund()
      await until('delivered', async () => {
        const all = await jumping.deliveries(webhook_id)
        return all.length === index + 1 && all.every(({ status }) => status === 'succeeded')
      })
      // Several rounds of housekeeping.
      await delay(500)
    }
    const after = await kept()
    const dropped = before.filter(day => !after.includes(day))
    const total = (rows: readonly z.infer<typeof Counted>[]) =>
      rows.filter(({ period }) => period === 'day').reduce((sum, { count }) => sum + count, 0)
    const [first, last] = [total(statistics), total(await counted())]
    await jumping.end()
    assert.equal(dropped, [])
    assert.equal([first, last], [1, 3])
  })

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
