import { OUTBOUND } from '#bus/outbound/start.ts'
import { suite } from '../harness/suite.ts'
import { cut, leaderOf, loseMachine, restartAll } from './disturbances.ts'
import { addFleetTests } from './fleet-tests.ts'
import { onFleet } from './requirements.ts'

/** Longer than a lease and a takeover: a shorter cut shows nothing. */
const CUT_MS = 20_000
const ALL_ROLES = 'api,projector,reactor,deliverer'
const CUTS = [
  { part: 'eventstore', isSilent: true },
  { part: 'postgres', isSilent: true },
  { part: 'nats', isSilent: false },
] as const

const test = suite('a fleet of three machines')
await onFleet(test, () =>
  addFleetTests(test, [ALL_ROLES, ALL_ROLES, 'api'], (fleet, load) => {
    for (const { part, isSilent } of CUTS)
      test(`a leader is cut from ${part}: the other machine leads, and all others serve`, () =>
        cut(fleet, load, part, { ms: CUT_MS, isSilent }))

    test('a machine that leads is gone: the other one leads', async () =>
      loseMachine(fleet, load, await leaderOf(fleet, OUTBOUND), CUT_MS))

    test('all machines are restarted one after the other: no request fails', () => restartAll(fleet, load))
  }),
)
test.run()
