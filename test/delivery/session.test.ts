import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import * as assert from 'uvu/assert'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { startSession } from '#delivery/session.ts'
import { startDelivery } from '#delivery/start.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: the session that leads or stands by')
const engine = await startEngine()
const hooks = {
  onDue: () => undefined,
  onEndpoint: () => undefined,
  onConnect: () => undefined,
  lead: (signal: AbortSignal) => new Promise<void>(resolve => signal.addEventListener('abort', () => resolve())),
}
const limits = { ...DELIVERY_LIMITS, pauseMs: 1 }
const session = () => startSession(engine.service, engine.databaseUrl, limits, hooks)

test('standing by keeps nothing in memory of its pauses', async () => {
  const leader = session()
  await until('one leads', () => leader.state() === 'active')
  const standby = session()
  await until('one stands by', () => standby.state() === 'standby')
  const Timeout = setTimeout(() => undefined, 0).constructor as new () => NodeJS.Timeout
  const timers = () => queryObjects(Timeout, { format: 'count' })
  const before = timers()
  await delay(1_500)
  assert.ok(timers() - before < 100, `${timers() - before} more timers than before`)
  await leader.stop()
  await until('the other leads', () => standby.state() === 'active')
  await standby.stop()
})

test('health turns red when there is no session to lead or stand by in, though all else has its connections', async () => {
  const nowhere = new URL(engine.databaseUrl)
  nowhere.pathname = '/no_such_database'
  const late = { pollMs: 100, pauseMs: 50, lateMs: 1_000 }
  const delivery = await startDelivery(engine.service, nowhere.href, { limits: late })
  await until('red', () => !delivery.health().ok)
  assert.is(delivery.health().enqueuer, 'lost')
  await delivery.stop()
  const other = await startDelivery(engine.service, engine.databaseUrl, { limits: late })
  await until('leading', () => other.health().enqueuer === 'active')
  await until('in order', () => other.health().ok)
  await other.stop()
})

test.after(() => engine.end())
test.run()
