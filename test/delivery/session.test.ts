import { startDelivery } from '#delivery/start.ts'
import { endpointCommands } from '#modules/webhooks/endpoint-commands.ts'
import { publicEvents } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: the session that listens')
const engine = await startEngine()

test('health turns red when there is no session to listen in, though all else has its connections', async () => {
  const nowhere = new URL(engine.databaseUrl)
  nowhere.pathname = '/no_such_database'
  const late = { pollMs: 100, pauseMs: 50, lateMs: 1_000 }
  const delivery = await startDelivery(engine.service, nowhere.href, publicEvents, endpointCommands, { limits: late })
  await until('red', () => !delivery.health().ok)
  await delivery.stop()
  const other = await startDelivery(engine.service, engine.databaseUrl, publicEvents, endpointCommands, {
    limits: late,
  })
  await until('leading', () => other.health().enqueuer === 'live')
  await until('in order', () => other.health().ok)
  await other.stop()
})

test.after(() => engine.end())
test.run()
