import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { beneficiarySubject } from '#edge/postgres/vault.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, startEngine, until } from './engine.ts'

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

test('an event that is delivered at the first attempt costs one update, once the endpoint has answered', async () => {
  const updates = () =>
    service.db.oneFirst(sql.type(Count)`
      select coalesce(sum(n_tup_upd), 0)::int4 as count from pg_stat_user_tables
      where relname like 'webhook_deliveries%' or relname like 'webhook_events%' or relname = 'webhook_endpoints'`)
  // A session reports what it did a second later at most.
  await delay(1_500)
  const before = await updates()
  for (let sent = 1; sent <= EVENTS; sent += 1) {
    await engine.refund(CLIENT)
    await until('delivered', () => sink.received.length === 1 + sent)
  }
  await until('all on record', async () =>
    (await engine.deliveries(webhook_id)).every(({ status, attempts }) => status === 'succeeded' && attempts === 1),
  )
  await delay(1_500)
  assert.is((await updates()) - before, EVENTS)
  sink.received.length = 1
})

test('after the erasure of a person nothing about them is sent again', async () => {
  const delivery = (await engine.deliveries(webhook_id)).at(-1)
  await service.vault.erase(beneficiarySubject(CLIENT, 'user_1'))
  await retryDelivery(service, engine.context(), webhook_id, delivery!.delivery_id)
  await until('cancelled', async () => (await engine.deliveries(webhook_id)).at(-1)?.status === 'cancelled')
  assert.is(sink.received.length, 1)
})

test('days beyond 30 are dropped whole, and new ones are made ahead', async () => {
  const days = () =>
    service.db.anyFirst(sql.type(z.object({ name: z.string() }))`
      select relname as name from pg_class where relname like 'webhook_deliveries_2%' and relkind = 'r' order by 1`)
  const name = (at: number) => `webhook_deliveries_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`
  const first = name(service.now().getTime())
  assert.ok((await days()).includes(first))
  engine.clock.offsetMs = 30 * DAY_MS
  await until('tomorrow', async () => (await days()).includes(name(service.now().getTime() + DAY_MS)))
  assert.ok((await days()).includes(first), 'the thirtieth day is kept')
  engine.clock.offsetMs = 31 * DAY_MS
  await until('dropped', async () => !(await days()).includes(first))
  assert.equal(await engine.deliveries(webhook_id), [])
  await engine.refund()
  await until('life goes on', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
