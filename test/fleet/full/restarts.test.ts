import { ROLES } from '#config/environment.ts'
import { suite } from '../../harness/suite.ts'
import { freeze, loseMachine, restartAll } from '../disturbances.ts'
import { addFullFleetTests, machineOf } from '../full-fleet.ts'

/** Longer than a lease and a takeover. */
const AWAY_MS = 20_000

const test = suite('a fleet of ten machines that freeze, vanish and are restarted')
await addFullFleetTests(test, (fleet, load) => {
  for (const role of ROLES)
    test(`a machine with the role ${role} is frozen`, async () =>
      freeze(fleet, load, await machineOf(fleet, role), AWAY_MS))
  test('a deliverer that leads is gone', async () =>
    loseMachine(fleet, load, await machineOf(fleet, 'deliverer'), AWAY_MS))
  test('all machines are restarted one after the other: no request fails', () => restartAll(fleet, load))
})
test.run()
