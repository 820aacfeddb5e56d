import { startTimeout } from '#concurrency/timeout.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import { subscribeWithLiveness } from '#subscription/subscribe-with-liveness.ts'

/** `apartMax`: how far apart in the log members may join, in bytes. `heldUpMsMax`: how long they wait for one. */
type Limits = { apartMax: bigint; heldUpMsMax: number }

/**
 * To go back this far for a new member takes seconds, once. A busy PostgreSQL writes a batch in less than the time; a
 * locked table or an index can take minutes.
 */
const LIMITS: Limits = { apartMax: 64n * 1_024n * 1_024n, heldUpMsMax: 5_000 }

type Store = Pick<EventStore, 'subscribe' | 'end'>
type Options = Parameters<typeof subscribeWithLiveness>[2]
type Batch = Parameters<Options['handle']>[0]
type Member = ReturnType<typeof createMember>
type Reading = { members: Set<Member>; restart(): void }

const readingsOf = new WeakMap<Store, Set<Reading>>()

/**
 * As `subscribeWithLiveness`, for builds: those that are near each other in the log share one subscription, so an event
 * is sent and decoded once. When a member joins, the subscription starts again from the member that is furthest behind,
 * and the others skip what they have. A member fails or stops alone. The others wait for a slow one, so that all events
 * in memory are of one stretch of the log; after `heldUpMsMax` the slow ones get a subscription of their own.
 */
export async function subscribeShared(
  store: Store,
  awayMsMax: number,
  options: Options,
  limits = LIMITS,
): Promise<void> {
  const { signal } = options
  if (signal.aborted) return
  const readings = readingsOf.get(store) ?? new Set()
  readingsOf.set(store, readings)
  const member = createMember(options)
  const near = [...readings].find(
    ({ members }) => members.size > 0 && distance(lowest(members), member.position()) <= limits.apartMax,
  )
  if (near === undefined) startReading({ store, awayMsMax, readings, limits }, [member])
  else join(near, [member])
  const leave = () => {
    for (const { members, restart } of readings) if (members.delete(member) && members.size === 0) restart()
    void member.idle().then(member.end)
  }
  signal.addEventListener('abort', leave, { once: true })
  await member.ended.finally(() => {
    signal.removeEventListener('abort', leave)
    leave()
  })
}

function createMember({ prefixes, from, handle, checkLog, onCaughtUp, onState }: Options) {
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  let position = from
  let isBusy = false
  let taking = Promise.resolve()
  async function takeLater({ events, position: reached }: Batch): Promise<void> {
    const isOwn = ({ stream }: { stream: string }) => prefixes.some(prefix => stream.startsWith(prefix))
    await handle({
      events: events.filter(event => isAfter(event.position, position) && isOwn(event)),
      position: reached,
    })
    position = reached
  }
  return {
    ...{ prefixes, onCaughtUp, onState, ended, end, fail },
    position: () => position,
    isBusy: () => isBusy,
    /** Resolves when no batch is handled. */
    idle: () => taking,
    checkLog: () => checkLog().catch(fail),
    take(batch: Batch): void {
      if (!isAfter(batch.position, position)) return
      isBusy = true
      taking = takeLater(batch)
        .catch(fail)
        .finally(() => {
          isBusy = false
        })
    },
  }
}

type Shared = { store: Store; awayMsMax: number; readings: Set<Reading>; limits: Limits }

function startReading(shared: Shared, first: readonly Member[]): void {
  const { store, awayMsMax, readings, limits } = shared
  const members = new Set(first)
  let current = new AbortController()
  const reading: Reading = { members, restart: () => current.abort() }
  readings.add(reading)

  async function run(): Promise<void> {
    while (members.size > 0) {
      current = new AbortController()
      await membersIdle()
      await subscribe(current.signal).catch(failAll)
    }
    readings.delete(reading)
  }

  async function subscribe(signal: AbortSignal): Promise<void> {
    const checkLog = () => Promise.all([...members].map(member => member.checkLog()))
    // The log may have become another one between the last subscription and this one.
    let checked: Promise<unknown> | undefined
    await subscribeWithLiveness(store, awayMsMax, {
      prefixes: [...new Set([...members].flatMap(({ prefixes }) => prefixes))],
      from: lowest(members),
      signal,
      onState: (state, error) => {
        for (const member of members) member.onState?.(state, error)
      },
      async checkLog() {
        await checkLog()
      },
      async onCaughtUp() {
        checked ??= checkLog()
        await checked
        // A member that has joined lacks events that passed before.
        if (!signal.aborted) for (const member of members) member.onCaughtUp?.()
      },
      async handle(batch) {
        checked ??= checkLog()
        await checked
        if (signal.aborted) return
        const before = lowest(members)
        for (const event of batch.events) Object.freeze(event)
        for (const member of members) member.take(batch)
        await membersIdle()
        joinMet(before)
      },
    })
  }

  function failAll(error: unknown): void {
    for (const member of members) member.fail(error)
    members.clear()
  }

  function membersIdle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timeout = startTimeout(limits.heldUpMsMax, () => {
      const busy = [...members].filter(member => member.isBusy())
      if (busy.length > 0 && busy.length === members.size) return timeout.refresh()
      for (const member of busy) members.delete(member)
      if (busy.length > 0) startReading(shared, busy)
      resolve()
    })
    void Promise.all([...members].map(member => member.idle())).then(() => resolve())
    return promise.finally(timeout.clear)
  }

  /** Joins a reading that this one has come up to since `before`. */
  function joinMet(before: Position | null): void {
    const now = lowest(members)
    const met = [...readings].find(other => {
      const at = lowest(other.members)
      return other !== reading && other.members.size > 0 && !isAfter(before, at) && !isAfter(at, now)
    })
    if (met === undefined || members.size === 0) return
    const joining = [...members]
    members.clear()
    current.abort()
    join(met, joining)
  }

  void run()
}

function join({ members, restart }: Reading, joining: readonly Member[]): void {
  for (const member of joining) members.add(member)
  restart()
}

/** From here a subscription has all events that one of the members lacks. */
function lowest(members: Iterable<Member>): Position | null {
  const positions = [...members].map(member => member.position())
  return positions.reduce((low, position) => (isAfter(low, position) ? position : low), positions[0] ?? null)
}

/** In bytes: positions are offsets in the log. */
function distance(a: Position | null, b: Position | null): bigint {
  const apart = (a?.commit ?? 0n) - (b?.commit ?? 0n)
  return apart < 0n ? -apart : apart
}
