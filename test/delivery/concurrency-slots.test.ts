import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { reserveEndpointSlot } from '#delivery/endpoint-quota.ts'
import { uuidOf } from '#delivery/queue.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { suite } from '../harness/suite.ts'
import { startEngine } from './engine.ts'

const MAX = 100

/** Creations that end between their steps; many at once: api.test.ts. */
const test = suite('delivery: how many endpoints a client has')
const engine = await startEngine()
const { service } = engine
const create = (clientId: string) => engine.webhook({ url: 'https://127.0.0.1/hook' }, clientId)

async function isRefused(clientId: string): Promise<boolean> {
  try {
    await create(clientId)
    return false
  } catch (error) {
    assert.ok(error instanceof Rejection && error.code === 'CONFLICT')
    return true
  }
}

test('slots of processes that were killed before they wrote anything are free again', async () => {
  const clientId = 'clt_killed'
  for (let taken = 0; taken < MAX; taken += 1) await reserveEndpointSlot(service, clientId, newId('wh'))
  assert.ok(await isRefused(clientId), 'while they may still be at work')
  await engine.clock.set(31_000)
  assert.not.ok(await isRefused(clientId))
})

test('an endpoint of a process that was killed before it wrote the row counts', async () => {
  const clientId = 'clt_unwritten'
  for (let created = 0; created < MAX; created += 1) {
    const { webhook_id } = await create(clientId)
    // As the kill leaves it: an event, a place and no row.
    if (created % 10 > 0) continue
    await service.db.query(sql.unsafe`delete from ops.webhook_endpoints where webhook = ${uuidOf(webhook_id)}`)
    await service.db.query(
      sql.unsafe`insert into ops.webhook_places (webhook, client_id) values (${uuidOf(webhook_id)}, ${clientId})`,
    )
  }
  assert.ok(await isRefused(clientId))
  await engine.clock.set(engine.clock.offsetMs + 31_000)
  assert.ok(await isRefused(clientId))
  const rows = sql.type(z.object({ webhook: z.string() }))`
    select webhook from ops.webhook_endpoints where client_id = ${clientId} and status <> 'deleted'`
  assert.is((await service.db.any(rows)).length, MAX)
})

test('an endpoint that cannot be created leaves its slot free', async () => {
  const clientId = 'clt_away'
  const { append } = service.store
  service.store.append = async () => {
    throw new Error('the store is away')
  }
  for (let tried = 0; tried < MAX; tried += 1) await create(clientId).catch(() => undefined)
  service.store.append = append
  await engine.clock.set(engine.clock.offsetMs + 31_000)
  for (let created = 0; created < MAX; created += 1) await create(clientId)
  assert.ok(await isRefused(clientId))
})

test.after(() => engine.end())
test.run()
