import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { createMaintenance } from '#delivery/maintenance/maintenance.ts'
import { createDeliveryMetrics } from '#delivery/metrics.ts'
import { uuidOf } from '#delivery/queue.ts'
import { deliveryStreams } from '#domain/webhooks/events.ts'
import { endpointCommands } from '#modules/webhooks/endpoint-commands.ts'
import type { Service } from '#service.ts'
import { publicEvents } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** What a process that stood still does when it wakes; no deliverer runs. */
const test = suite('delivery: the upkeep of a process that stood still')
const engine = await startEngine()
const { service } = engine
const { webhook_id } = await engine.webhook({ url: 'https://127.0.0.1/hook' })

test.after(() => engine.end())

test('a delivery that is exhausted again while that is being reported is reported again', async () => {
  const { delivery_id } = await sendTestEvent(service, engine.context(), { webhook_id, event_type: 'refund.completed' })
  const exhaustedAfter = (attempts: number) =>
    service.db.query(sql.unsafe`
      update ops.webhook_deliveries set state = 'failed', attempts = ${attempts}, reported = false
      where delivery = ${uuidOf(delivery_id)}`)
  await exhaustedAfter(8)
  let stoodStill = false
  const run: Service['execute']['run'] = async (...command) => {
    const done = await service.execute.run(...command)
    if (!stoodStill) await exhaustedAfter(9)
    stoodStill = true
    return done
  }
  const metrics = createDeliveryMetrics(service.metrics, service.log)
  const upkeep = createMaintenance(
    { ...service, execute: { ...service.execute, run } },
    publicEvents,
    endpointCommands,
    metrics,
    DELIVERY_LIMITS,
  )
  const stopping = new AbortController()
  const keeping = service.leaders.runAsLeader('upkeep', stopping.signal, upkeep.run)
  const told = async () => {
    const events = await service.store.read(deliveryStreams.stream(delivery_id))
    return events.map(({ data }) => (data as { attempts: number }).attempts)
  }
  await until('both are told', async () => (await told()).length === 2)
  assert.equal(await told(), [8, 9])
  stopping.abort()
  await keeping
})

test('a report that cannot be recorded delays nothing else', async () => {
  const { delivery_id } = await sendTestEvent(service, engine.context(), { webhook_id, event_type: 'refund.completed' })
  await service.db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'failed', attempts = 8, reported = false where delivery = ${uuidOf(delivery_id)}`)
  const run: Service['execute']['run'] = () => Promise.reject(new Error('the store is away'))
  const depths: number[] = []
  const upkeep = createMaintenance(
    { ...service, execute: { ...service.execute, run } },
    publicEvents,
    endpointCommands,
    { ...createDeliveryMetrics(service.metrics, service.log), queueDepth: depth => depths.push(depth) },
    DELIVERY_LIMITS,
  )
  const stopping = new AbortController()
  const keeping = service.leaders.runAsLeader('upkeep', stopping.signal, upkeep.run)
  await until('what waits was counted', () => depths.length > 0)
  stopping.abort()
  await keeping
})

test('a round without work is two questions', async () => {
  await service.db.query(sql.unsafe`update ops.webhook_deliveries set reported = true`)
  const asked: string[] = []
  const db = new Proxy(service.db, {
    get(target, name, receiver) {
      const found = Reflect.get(target, name, receiver)
      if (!['any', 'anyFirst', 'one', 'oneFirst', 'query', 'maybeOne', 'transaction'].includes(String(name)))
        return found
      return (query: { sql?: string }, ...rest: unknown[]) => {
        asked.push(query.sql ?? 'a transaction')
        return found(query, ...rest)
      }
    },
  })
  const metrics = createDeliveryMetrics(service.metrics, service.log)
  const limits = { ...DELIVERY_LIMITS, maintenanceMs: 20 }
  const upkeep = createMaintenance({ ...service, db }, publicEvents, endpointCommands, metrics, limits)
  const stopping = new AbortController()
  const keeping = service.leaders.runAsLeader('upkeep', stopping.signal, upkeep.run)
  // The first round also looks after the days and counts what waits.
  await until('the first rounds are over', () => asked.length > 20)
  const from = asked.length
  await until('some more', () => asked.length > from + 10)
  assert.is(new Set(asked.slice(from)).size, 2)
  stopping.abort()
  await keeping
})

test.run()
