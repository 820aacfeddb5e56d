import { createHash, randomUUID } from 'node:crypto'
import { featuresOf } from '#domain/fraud/features.ts'
import { entryOf, historyBefore, type ProfileState, profiles } from '#domain/fraud/profile/decider.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { isReadable, type NewEvent } from '#edge/eventstore/event-store.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { runningStores } from '../projector/running-stores.ts'
import { iso, SCORE, transactionOf } from '../queries/fraud-log.ts'
import { figure, median, perSecond, round } from './figures.ts'

/**
 * How fast the log of scores becomes features again, and what a user costs in memory whose 30 days are known. The floor is reading the same
 * events with no work. The aims are 60 % of it and 3 KB.
 */
export const name = 'fraud replay into features'

const USERS = Number(process.env.BENCH_USERS ?? 2_000)
/** What an active user does in 30 days. */
const EACH = 30
const ROUNDS = 3
const IN_FLIGHT = 64
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const AROUND = {
  merchant: null,
  deviceUsers: 0,
  known: { n: 0, last: null },
}

export async function bench(): Promise<void> {
  const stores = await runningStores()
  try {
    await fill(stores.store)
    const count = USERS * EACH
    const [floor, replayed]: [number[], number[]] = [[], []]
    let bytes = 0
    for (let run = 0; run < ROUNDS; run += 1) {
      floor.push(await timedRead(stores.store, () => undefined))
      const states = new Map<string, ProfileState>()
      global.gc?.()
      const before = process.memoryUsage().heapUsed
      replayed.push(await timedRead(stores.store, event => intoFeatures(states, event)))
      global.gc?.()
      bytes = (process.memoryUsage().heapUsed - before) / states.size
    }
    const share = round((median(floor) / median(replayed)) * 100)
    figure(`reading ${count} scores with no work, per second (floor)`, round(perSecond(count, median(floor))))
    figure('the same into features, per second', round(perSecond(count, median(replayed))), `${share} % of the floor`)
    figure(
      `a user with ${EACH} transactions in memory, bytes`,
      round(bytes),
      global.gc ? '' : 'with garbage: --expose-gc',
    )
  } finally {
    await stores.stop()
  }
}

type Store = Awaited<ReturnType<typeof runningStores>>['store']
type Known = Parameters<Parameters<typeof timedRead>[1]>[0]

async function timedRead(
  store: Store,
  take: (event: ReturnType<typeof profileStreams.parse>) => void,
): Promise<number> {
  const to = (await store.end())!
  const { signal } = new AbortController()
  const started = performance.now()
  for await (const { events } of readLog(store, { prefixes: [profileStreams.prefix], to, signal }))
    for (const event of events) if (isReadable(event)) take(event as never)
  return performance.now() - started
}

function intoFeatures(states: Map<string, ProfileState>, logged: Known): void {
  const event = profileStreams.parse(logged)
  const state = states.get(event.stream) ?? profiles.decider.initial
  const { transaction_id, transaction } = event.data
  featuresOf(entryOf(transaction), historyBefore(state, transaction_id), AROUND)
  states.set(event.stream, profiles.decider.evolve(state, event))
}

function eventOf(user: number, n: number): ProfileEvent {
  const at = START + (n / EACH) * 30 * DAY_MS + user
  const tx = `tx_${user}_${n}`
  const whose = { client_id: 'clt_1', user_id: `user_${user}`, transaction_id: tx }
  const transaction = transactionOf({ tx, at, merchant: `shop_${n % 7}`, device: `phone_${user}`, base: 100 + n })
  const totals = { count: n + 1, first: iso(START + user), newest: iso(at) }
  const features = { ...SCORE.features, values: Array.from({ length: 46 }, (_, place) => place * n * 0.5) }
  return {
    type: 'TransactionScored',
    data: { ...whose, transaction, totals, ...SCORE, features, has_entered: true },
  }
}

/** Straight into the store: deciding is measured elsewhere. */
async function fill(store: Store): Promise<void> {
  const users = Array.from({ length: USERS }, (_, user) => user).values()
  const actor = { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' }
  const append = async (user: number) => {
    const stream = profileStreams.stream(profileStreams.id('clt_1', `user_${user}`))
    let prev_hash: string | null = null
    const events: NewEvent[] = Array.from({ length: EACH }, (_, n) => {
      const hash = createHash('sha256').update(`${stream}${n}`).digest('hex')
      const metadata = {
        ...{ v: 1 as const, at: iso(START + n), actor, request_id: 'req', correlation_id: 'req', causation_id: null },
        ...{ prev_hash, hash },
      }
      prev_hash = hash
      const { type, data } = eventOf(user, n)
      return { id: randomUUID(), type, data, metadata }
    })
    await store.append(stream, 'no_stream', events)
  }
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const user of users) await append(user)
    }),
  )
}
