import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { startDelivery } from '#delivery/start.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { endpointCommands } from '#modules/webhooks/endpoint-commands.ts'
import { publicEvents } from '../harness/every-module.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/**
 * Rows that wait for the endpoint, and what one of them takes: all of them together take longer than a statement may.
 */
const WAITING = 600
const ROW_MS = 5
const STATEMENT_MS_MAX = 1_500
/** Rows of one statement: well within it. */
const RECOVER_CHUNK = 50

const test = suite('delivery: an endpoint is deleted for which more waits than one statement can cancel')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { db } = engine.service
const hurried = await connectPostgres(engine.databaseUrl, { statementMsMax: STATEMENT_MS_MAX })

const waiting = () =>
  db.oneFirst(
    sql.type(
      z.object({ count: z.number() }),
    )`select count(*) as count from ops.webhook_deliveries where state = 'pending'`,
  )

test('other endpoints are still notified, and all its deliveries are cancelled', async () => {
  const { webhook_id } = await engine.webhook({ url: 'https://127.0.0.1:9/dead' }, 'clt_gone')
  const first = await engine.start()
  await engine.refund('clt_gone')
  await until('something waits', async () => (await waiting()) === 1)
  await first.stop()
  await db.query(sql.unsafe`
    insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at, tries, last_at)
    select day, gen_random_uuid(), event, webhook, type, 'pending', false, now() + interval '1 hour', now(), 1, now()
    from ops.webhook_deliveries cross join generate_series(2, ${WAITING})`)
  await db.query(sql.unsafe`
    create function slowly() returns trigger language plpgsql as
    ${sql.literalValue(`begin perform pg_sleep(${ROW_MS / 1_000}); return new; end`)}`)
  await db.query(sql.unsafe`
    create trigger slowly before update on ops.webhook_deliveries for each row when (new.state = 'cancelled') execute function slowly()`)

  const limits = { pollMs: 100, maintenanceMs: 100, stopMs: 2_000, pauseMs: 50, recoverChunk: RECOVER_CHUNK }
  const delivery = await startDelivery(
    { ...engine.service, db: hurried },
    engine.databaseUrl,
    publicEvents,
    endpointCommands,
    { limits },
  )
  await deleteWebhook(engine.service, engine.context('clt_gone'), { webhook_id })
  await engine.webhook({ url: sink.url }, 'clt_here')
  await engine.refund('clt_here')
  await until('another client is told', () => sink.received.length === 1)
  await until('nothing waits', async () => (await waiting()) === 0)
  assert.is(sink.received.length, 1)
  await delivery.stop()
})

test.after(async () => {
  await engine.end()
  await hurried.end()
  await sink.close()
})
test.run()
