import { featuresOf, NO_AGGREGATES } from '#domain/fraud/features.ts'
import { entryOf, historyBefore, type ProfileState, profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { runningStores } from '../projector/running-stores.ts'
import { figure, median, perSecond, round } from './figures.ts'
import { EACH, fillWithScores } from './scored-transactions.ts'

/**
 * How fast the log of scores becomes features again, and what a user costs in memory whose 30 days are known. The
 * floor is reading the same events with no work. The aims are 60 % of it and 3 KB.
 */
export const name = 'fraud replay into features'

const USERS = Number(process.env.BENCH_USERS ?? 2_000)
const ROUNDS = 3

export async function bench(): Promise<void> {
  const stores = await runningStores()
  try {
    await fillWithScores(stores.store, USERS)
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
  featuresOf(entryOf(transaction), historyBefore(state, transaction_id), NO_AGGREGATES)
  states.set(event.stream, profiles.decider.evolve(state, event))
}
