import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { OUTBOUND } from '#bus/outbound/start.ts'
import { ENQUEUER } from '#delivery/queue.ts'
import { until } from '../harness/client.ts'
import { longestGap, publishedBy } from './checks.ts'
import type { Fleet, FleetMachine } from './fleet.ts'
import type { Load } from './load.ts'
import { PARTS, type Part } from './network.ts'

/** A lease lasts 12 s; deliveries and requests under way may end later. */
const LEASE_MS = 12_000
const UNDER_WAY_MS = 3_000
/** Two probes that take 1 s each, the 2 s for which an answer is kept, and the interval of the samples. */
const RED_WITHIN_MS = 8_000
const READY_AGAIN_MS_MAX = 40_000
const ENDED_MS_MAX = 40_000

/** Where it shows whether another machine has taken over: at the endpoints, or on the bus. */
const LEASE_OF: Record<Part, string> = { eventstore: ENQUEUER, postgres: ENQUEUER, nats: OUTBOUND, outside: ENQUEUER }

/** Whether what is done under a lease needs the part. */
function needs(part: Part, lease: string, subscriptions: readonly string[]): boolean {
  if (part === 'nats') return lease === OUTBOUND
  return part === 'postgres' || subscriptions.includes(lease)
}

export const leaderOf = async (fleet: Fleet, lease: string): Promise<FleetMachine> =>
  until(
    async () => (await fleet.leaders()).get(lease) ?? null,
    machine => machine !== null,
  ) as Promise<FleetMachine>

type Window = { from: number; to: number }
const isWithin = (at: number, { from, to }: Window) => at >= from && at <= to

/** The machines that were not disturbed were ready and took refunds at their first try. */
function assertOthersServed({ machines }: Fleet, load: Load, window: Window, victims: readonly FleetMachine[]): void {
  const others = machines.filter(machine => !victims.includes(machine))
  for (const { name, readiness } of others) {
    const red = readiness.filter(({ at, status }) => isWithin(at, window) && status !== 200)
    assert.is(
      red.length,
      0,
      `${name} was not ready: ${JSON.stringify(red.map(one => ({ ...one, at: one.at - window.from })))}`,
    )
  }
  const names = others.map(({ name }) => name)
  const failed = load.failures.filter(({ machine, at }) => names.includes(machine) && isWithin(at, window))
  assert.is(failed.length, 0, JSON.stringify(failed))
  const answered = load.answeredBy(names, window)
  assert.ok(answered > 0 || others.every(({ isApi }) => !isApi), 'the others took refunds')
}

/** Prints the longest time without a delivery and without a publication. */
async function gapsIn(fleet: Fleet, what: string, { from, to }: Window): Promise<{ endpoint: number; bus: number }> {
  const endpoint = longestGap(
    fleet.sink.received.map(({ at }) => at),
    from,
    to,
  )
  const bus = longestGap(
    (await publishedBy(fleet)).map(({ at }) => at),
    from,
    to,
  )
  console.log(`${what}: ${seconds(endpoint)} without a delivery, ${seconds(bus)} without an event on the bus`)
  return { endpoint, bus }
}
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const readyAgain = (machine: FleetMachine) =>
  until(
    async () => machine.readiness.at(-1),
    last => last?.status === 200,
    READY_AGAIN_MS_MAX,
  )

/** The machine is ready and takes refunds: its payment gateway is not part of its readiness. */
async function worksAgain(load: Load, machine: FleetMachine): Promise<void> {
  const from = Date.now()
  await readyAgain(machine)
  if (!machine.isApi) return
  await until(
    async () => load.answeredBy([machine.name], { from, to: Date.now() }),
    count => count > 0,
    READY_AGAIN_MS_MAX,
  )
  console.log(`${machine.name}: takes refunds ${seconds(Date.now() - from)} later`)
}

/**
 * Red from `RED_WITHIN_MS` on where the part is one that requests need, and never where it is the bus. A request that
 * was sent before the wire was healed may be answered after it, by a machine that is whole.
 */
function assertReadiness({ name, readiness }: FleetMachine, part: Part, { from, to }: Window): void {
  const shouldBeGreen = part === 'nats'
  const since = shouldBeGreen ? from : from + RED_WITHIN_MS
  const samples = readiness.filter(({ at, answeredAt }) => at >= since && answeredAt <= to)
  assert.ok(samples.length > 0, `${name} has samples of its readiness`)
  assert.equal(
    samples.filter(({ status }) => (status === 200) !== shouldBeGreen),
    [],
    `${name} without ${part}`,
  )
}

/**
 * Cuts a machine from a part, the leader of what shows at the endpoints or on the bus unless one is given, for so long,
 * and heals the wire.
 */
export async function cut(
  fleet: Fleet,
  load: Load,
  part: Exclude<Part, 'outside'>,
  { ms, isSilent, victim }: { ms: number; isSilent: boolean; victim?: FleetMachine },
): Promise<void> {
  const lease = LEASE_OF[part]
  const machine = victim ?? (await leaderOf(fleet, lease))
  const wasLeader = (await fleet.leaders()).get(lease) === machine
  const from = Date.now()
  await fleet.network.cut(machine.place, part, { isSilent })
  await delay(ms)
  const leaders = await fleet.leaders()
  const window = { from, to: Date.now() }
  const subscriptions = await fleet.subscriptions()
  await fleet.network.heal(machine.place, part)
  await worksAgain(load, machine)
  const kind = isSilent ? 'silently' : 'with an error'
  const gaps = await gapsIn(fleet, `${machine.name} (${machine.roles}) cut from ${part} ${kind}`, window)
  if (wasLeader) assert.is.not(leaders.get(lease)?.name ?? machine.name, machine.name, `${lease} has another leader`)
  const kept = [...leaders].filter(([, leader]) => leader === machine).map(([name]) => name)
  assert.equal(
    kept.filter(name => needs(part, name, subscriptions)),
    [],
    `${machine.name} leads nothing that needs ${part}`,
  )
  assert.ok(gaps.endpoint < ms && gaps.bus < ms, 'another machine has taken over')
  if (part === 'postgres') {
    const late = { from: from + LEASE_MS + UNDER_WAY_MS, to: window.to }
    const sent = fleet.sink.received.filter(one => one.from === machine.address && isWithin(one.at, late))
    assert.equal(sent.length, 0, 'it does nothing after its lease')
  }
  assertReadiness(machine, part, window)
  assertOthersServed(fleet, load, window, [machine])
}

/** Everything on a machine is gone at once, and nothing of it is heard again. It is started again afterwards. */
export async function loseMachine(fleet: Fleet, load: Load, machine: FleetMachine, ms: number): Promise<void> {
  const from = Date.now()
  for (const part of PARTS) await fleet.network.cut(machine.place, part, { isSilent: true })
  await machine.end('SIGKILL')
  await delay(ms)
  const window = { from, to: Date.now() }
  for (const part of PARTS) await fleet.network.heal(machine.place, part)
  await machine.start()
  await worksAgain(load, machine)
  const gaps = await gapsIn(fleet, `${machine.name} (${machine.roles}) gone`, window)
  assert.ok(gaps.endpoint < ms && gaps.bus < ms, 'another machine has taken over')
  assertOthersServed(fleet, load, window, [machine])
}

/** A machine stands still for so long, and goes on as if nothing had been. */
export async function freeze(fleet: Fleet, load: Load, machine: FleetMachine, ms: number): Promise<void> {
  const from = Date.now()
  machine.signal('SIGSTOP')
  try {
    await delay(ms)
  } finally {
    machine.signal('SIGCONT')
  }
  const window = { from, to: Date.now() }
  await worksAgain(load, machine)
  const gaps = await gapsIn(fleet, `${machine.name} (${machine.roles}) frozen`, window)
  assert.ok(gaps.endpoint < ms && gaps.bus < ms, 'another machine has taken over')
  assertOthersServed(fleet, load, window, [machine])
}

/** A store is away for a while. All machines are ready again afterwards, and refunds are taken. */
export async function interrupt(fleet: Fleet, load: Load, what: string, away: () => Promise<void>): Promise<void> {
  const from = Date.now()
  await away()
  const back = Date.now()
  await Promise.all(fleet.machines.map(readyAgain))
  const names = fleet.machines.map(({ name }) => name)
  await until(
    async () => load.answeredBy(names, { from: back, to: Date.now() }),
    count => count > 0,
    READY_AGAIN_MS_MAX,
  )
  const taken = Date.now() - back
  console.log(`${what}: away for ${seconds(back - from)}, all ready and a refund taken ${seconds(taken)} later`)
}

/** One machine after the other: SIGTERM, its end, and a start. Requests do not fail. */
export async function restartAll(fleet: Fleet, load: Load): Promise<void> {
  const window = { from: Date.now(), to: Number.POSITIVE_INFINITY }
  for (const machine of fleet.machines) {
    const end = await Promise.race([machine.end('SIGTERM'), delay(ENDED_MS_MAX, 'still there', { ref: false })])
    assert.is(end, 0, `${machine.name} ended`)
    await machine.start()
    await readyAgain(machine)
  }
  const failed = load.failures.filter(({ at }) => isWithin(at, window))
  assert.is(failed.length, 0, JSON.stringify(failed))
}
