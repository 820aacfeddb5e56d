import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { migrate } from '#edge/postgres/schema.ts'
import { vaultMigrations } from '#edge/vault/vault.ts'
import { ownEvent } from '#embedded/eventstore/event.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { start } from '#main.ts'
import { jobMigrations } from '#reactions/job-store.ts'
import { readServiceConfig } from '#service-config.ts'
import { sandboxNetworkMigrations } from '#services/refunds/payments/sandbox-network.ts'
import { client } from '../harness/client.ts'
import { testLog } from '../harness/log.ts'
import { testEnvironment } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { connectService, eventually, MASTER_KEY, paidFor, reaches, requested } from './reaction-service.ts'
import { COMPLETED, histories, refundAfter } from './written-before.ts'

/** A data folder of the version before, whose reactions were persistent subscriptions, started by this one. */
const test = suite('a data folder of the version before')

const environment = testEnvironment({ MASTER_KEY: MASTER_KEY.toString('base64') })
const dataDir = environment.DATA_DIR!
const GROUPS = ['refund-payments', 'refund-budget']
const SOME_PLACE = 'C:1000/P:1000'

/** What the groups of the version before left in the event store, which the node alone writes. */
async function leaveGroups(folder: string): Promise<void> {
  const store = await openStore(folder, error => assert.unreachable(String(error)))
  for (const group of GROUPS) {
    const stream = `$persistentsubscription-$all::${group}-checkpoint`
    const events = [ownEvent('$SubscriptionCheckpoint', JSON.stringify(SOME_PLACE))]
    await store.writer.write({ kind: 'append', stream, expected: 'any', events })
  }
  store.close()
}

test('starts, and every refund that was stranded in it is paid once, as are those with a job', async () => {
  const [postgres, eventStore] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    startEmbeddedEventStore({ dataDir: join(dataDir, 'eventstore') }),
  ])
  const before = await connectService({ eventStore: eventStore.url, postgres: postgres.url })
  const { service } = before
  await migrate(service.db, [...vaultMigrations, ...sandboxNetworkMigrations, ...jobMigrations])
  const done = await refundAfter(service, ...COMPLETED)
  const stranded = await Promise.all(Array.from({ length: 20 }, () => requested(service, '0001')))
  stranded.push(await refundAfter(service, COMPLETED[0]!))
  const armed = await requested(service, '0001')
  await service.db.query(sql.unsafe`
    insert into ops.due_work (queue, id, stream, correlation_id, causation_id, due_at)
    values ('refund-payment', ${armed}, ${`refund-${armed}`}, 'req_1', 'evt_1', now())`)
  await before.close()
  await Promise.all([postgres.stop(), eventStore.stop()])
  await leaveGroups(join(dataDir, 'eventstore'))

  const running = await start(readServiceConfig(environment), { log: testLog() })
  try {
    for (const id of [...stranded, armed]) {
      await reaches(running.service, id, 'completed')
      assert.equal(
        (await paidFor(running.service, id)).map(({ key, payments }) => ({ key, payments })),
        [{ key: `${id}:0`, payments: 1 }],
      )
    }
    assert.equal(await paidFor(running.service, done), [], 'what was over is not asked about')
    const seen = await eventually(
      () => histories(running.service),
      found => Object.values(found).every(({ is_finished }) => is_finished),
    )
    // The one with a row may have been paid before the history came to its end.
    const extra = seen['refund-payments']!.armed - stranded.length
    assert.ok(extra === 0 || extra === 1, `${extra} more than were stranded`)
    await eventually(
      () => client(running.url).get('/health/ready'),
      ({ body }) => body.parts.reactor.state === 'up',
    )
  } finally {
    await running.stop()
  }
})

test.after(() => rmSync(dataDir, { recursive: true, force: true }))
test.run()
