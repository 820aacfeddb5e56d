import { readLog } from '#edge/eventstore/read-log.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { NegativeCache } from '#event-sourcing/execute.ts'
import { createBloomFilter } from './bloom-filter.ts'

/** The names are brought up to date so many times in the time that they may be late. */
const REFRESHES = 4
/** A refresh that takes longer is ended; the next one goes on from where it came to. */
const REFRESH_MS_MAX = 10_000

/** The names of all streams with a prefix up to a position of the log, and how old that is. */
type Names = ReturnType<typeof createNames>

/**
 * Remembers which streams exist of kinds that nearly no id has a stream of, so that a read that would find nothing is
 * not sent. It reads the log on while it is asked, and costs nothing while it is not.
 *
 * The names are as old as the request that they were read with: an event that was acknowledged before the end of the
 * log was asked for is in the answer. A live subscription cannot say so: no event comes on it while nothing happens,
 * and none on a connection that is dead. Age is compared when the names are used, by a clock that is never set, so that
 * it counts the time in which this process or the event store stood still.
 */
export function createNegativeCache(
  store: Pick<EventStore, 'subscribe' | 'end' | 'at'>,
): NegativeCache & { stop(): Promise<void> } {
  const stopping = new AbortController()
  const kinds = new Map<string, Names>()

  return {
    isAbsent(prefix, stream, lateMsMax) {
      const names = kinds.get(prefix) ?? createNames(store, prefix, stopping.signal)
      kinds.set(prefix, names)
      if (names.ageMs() > lateMsMax / REFRESHES) names.refresh(lateMsMax / REFRESHES)
      return names.ageMs() <= lateMsMax && !names.mayHave(stream)
    },
    markPossible: (prefix, stream) => kinds.get(prefix)?.add(stream),
    async stop() {
      stopping.abort()
      await Promise.all([...kinds.values()].map(names => names.idle()))
    },
  }
}

function createNames(store: Pick<EventStore, 'subscribe' | 'end' | 'at'>, prefix: string, stopping: AbortSignal) {
  const { add, mayHave } = createBloomFilter()
  /** All names before it are here; `id` is that of the event there, null where that is not known. */
  let checkpoint: { position: Position; id: string | null } | null = null
  /** When the end of the log was asked for up to which all names are here. */
  let asOf = Number.NEGATIVE_INFINITY
  let begunAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function catchUp(signal: AbortSignal): Promise<void> {
    const since = performance.now()
    const [to, there] = await Promise.all([store.end(), checkpoint === null ? null : store.at(checkpoint.position)])
    // After the event store was restored from a backup, its log has other events from some position on.
    const isOther = checkpoint?.id !== null && there?.id !== checkpoint?.id
    if (to === null || isOther || (checkpoint !== null && checkpoint.position.commit > to.commit)) checkpoint = null
    if (to !== null && to.commit !== checkpoint?.position.commit) {
      const from: Position | null = checkpoint?.position ?? null
      for await (const { events, position } of readLog(store, { prefixes: [prefix], from, to, signal })) {
        for (const { stream } of events) add(stream)
        // A part that ends behind `to` comes without its events behind `to`.
        if (position.commit < to.commit) checkpoint = { position, id: null }
      }
      checkpoint = { position: to, id: null }
    }
    asOf = since
    if (to !== null && checkpoint?.id === null) checkpoint = { position: to, id: (await store.at(to))?.id ?? null }
  }

  return {
    add,
    mayHave,
    ageMs: () => performance.now() - asOf,
    /** Reads on, unless that is under way or was begun less than `pauseMs` ago. While it fails, the names grow old. */
    refresh(pauseMs: number) {
      if (reading !== null || stopping.aborted || performance.now() - begunAt < pauseMs) return
      begunAt = performance.now()
      reading = catchUp(AbortSignal.any([stopping, AbortSignal.timeout(REFRESH_MS_MAX)]))
        .catch(() => undefined)
        .finally(() => {
          reading = null
        })
    },
    idle: async () => void (await reading),
  }
}
