import { setTimeout as delay } from 'node:timers/promises'
import { suite } from '../../harness/suite.ts'
import { interrupt } from '../disturbances.ts'
import { addFullFleetTests } from '../full-fleet.ts'

const AWAY_MS = 5_000

const test = suite('a fleet of ten machines whose stores are killed, and whose PostgreSQL fails over')
await addFullFleetTests(test, (fleet, load) => {
  for (const part of ['eventstore', 'postgres', 'nats'] as const)
    test(`${part} is killed and started on its data`, () =>
      interrupt(fleet, load, `${part} killed`, async () => {
        await fleet.stores[part].kill()
        await delay(AWAY_MS)
        await fleet.stores[part].startAgain()
      }))

  test('PostgreSQL is lost with its machine, and its synchronous standby takes over', async () => {
    let failOver = async () => {}
    await interrupt(fleet, load, 'PostgreSQL restarted with a standby', async () => {
      failOver = (await fleet.stores.postgres.addStandby()).failOver
    })
    await interrupt(fleet, load, 'PostgreSQL failed over', () => failOver())
  })
})
test.run()
