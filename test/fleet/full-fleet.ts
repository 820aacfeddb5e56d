import { ROLES } from '#config/environment.ts'
import type { suite } from '../harness/suite.ts'
import { cut } from './disturbances.ts'
import type { Fleet, FleetMachine } from './fleet.ts'
import { addFleetTests } from './fleet-tests.ts'
import type { Load } from './load.ts'
import type { Part } from './network.ts'
import { onFullFleet } from './requirements.ts'

type Test = ReturnType<typeof suite>
type Role = (typeof ROLES)[number]

const CUT_MS = 30_000
const MACHINES: Record<Role, number> = { api: 3, projector: 2, reactor: 2, deliverer: 3 }

/** Tests of ten machines with one role each. */
export function addFullFleetTests(test: Test, addDisturbances: (fleet: Fleet, load: Load) => void): Promise<void> {
  const roles = ROLES.flatMap(role => Array.from({ length: MACHINES[role] }, () => role))
  return onFullFleet(test, () => addFleetTests(test, roles, addDisturbances))
}

/** A machine of the role: of those that lead, the one that leads most. */
export async function machineOf(fleet: Fleet, role: Role): Promise<FleetMachine> {
  const leaders = [...(await fleet.leaders()).values()]
  const leadsOf = (machine: FleetMachine) => leaders.filter(leader => leader === machine).length
  const candidates = fleet.machines.filter(({ roles }) => roles === role)
  return candidates.toSorted((a, b) => leadsOf(b) - leadsOf(a))[0]!
}

/** Half of the cuts are silent. */
export function addCuts(test: Test, fleet: Fleet, load: Load, part: Exclude<Part, 'outside'>): void {
  for (const [index, role] of ROLES.entries())
    test(`a machine with the role ${role} is cut from ${part}`, async () =>
      cut(fleet, load, part, { ms: CUT_MS, isSilent: index % 2 === 0, victim: await machineOf(fleet, role) }))
}
