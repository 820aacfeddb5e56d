import pMap from 'p-map'
import { withTimeout } from '#concurrency/timeout.ts'
import { firstAfter } from '#reactions/read-model-lag.ts'
import type { Service } from '#service.ts'

/** The log answers within milliseconds; a silent one makes lags unknown, not the answer late. */
const PROBE_MS_MAX = 2_000
const CONCURRENCY = 8

/** Of the streams whose events a subscription takes, by its name. */
export type PrefixesOf = (subscription: string) => readonly string[]

type Checkpoint = { name: string; commit_position: string | null; prepare_position: string | null }

/** Asks the log for the first event after a checkpoint; not for those at its end, which are nearly all. */
export function createLagReader({ store, now }: Pick<Service, 'store' | 'now'>, prefixesOf: PrefixesOf) {
  async function lagOf({ name, ...checkpoint }: Checkpoint, end: bigint, signal: AbortSignal): Promise<number | null> {
    const position = positionOf(checkpoint)
    if (position !== null && position.commit >= end) return 0
    const first = await firstAfter(store, prefixesOf(name), position, signal)
    if (first === null) return signal.aborted ? null : 0
    return first.at === null ? null : Math.max(0, now().getTime() - Date.parse(first.at))
  }

  return async function readLags(checkpoints: readonly Checkpoint[]) {
    const end = await withTimeout(PROBE_MS_MAX, store.end()).catch(() => undefined)
    if (end === undefined) return { end: null, lags: checkpoints.map(() => null) }
    if (end === null) return { end: null, lags: checkpoints.map(() => 0) }
    const signal = AbortSignal.timeout(PROBE_MS_MAX)
    const lagOrNull = (checkpoint: Checkpoint) => lagOf(checkpoint, end.commit, signal).catch(() => null)
    return { end: String(end.commit), lags: await pMap(checkpoints, lagOrNull, { concurrency: CONCURRENCY }) }
  }
}

function positionOf({ commit_position, prepare_position }: Omit<Checkpoint, 'name'>) {
  if (commit_position === null || prepare_position === null) return null
  return { commit: BigInt(commit_position), prepare: BigInt(prepare_position) }
}
