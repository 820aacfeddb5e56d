import type { suite } from '../harness/suite.ts'
import {
  assertAcknowledged,
  assertDelivered,
  assertPaidOnce,
  assertPublished,
  assertReadModels,
  assertRunning,
} from './checks.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Load, startLoad } from './load.ts'

type Test = ReturnType<typeof suite>

/** Adds tests that disturb a fleet of these roles under load, and those of what must hold when all is over. */
export async function addFleetTests(
  test: Test,
  roles: readonly string[],
  addDisturbances: (fleet: Fleet, load: Load) => void,
): Promise<void> {
  const fleet = await startFleet(roles)
  test.after(() => fleet.stop())
  const load = await startLoad(fleet)
  test('all machines are ready, and events reach the endpoint and the bus', () => assertRunning(fleet))
  addDisturbances(fleet, load)
  test('every request has an answer in the end', () => load.stop())
  test('nothing that was acknowledged is lost', () => assertAcknowledged(fleet, load))
  test('nothing is paid twice', () => assertPaidOnce(fleet))
  test('each event is on the bus once, those of an object in their order', () => assertPublished(fleet))
  test('each endpoint got each event', () => assertDelivered(fleet, load))
  test('read models equal a rebuild', () => assertReadModels(fleet))
}
