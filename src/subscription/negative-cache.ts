import { readLog } from '#edge/eventstore/read-log.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { NegativeCache } from '#event-sourcing/execute.ts'
import { createBloomFilter } from './bloom-filter.ts'

const REFRESHES = 4
/** A longer refresh is aborted; the next one continues. */
const REFRESH_MS_MAX = 10_000

/** The names of all streams with a prefix up to a position of the log, and their age. */
type Names = ReturnType<typeof createNames>

/**
 * Caches which streams exist for prefixes with few streams, so that a read of an absent stream needs no request. Reads
 * the log only while it is used.
 *
 * The age of the names is counted from the request for the end of the log, because every event acknowledged before it
 * is included. A live subscription cannot prove that: an idle one and a dead one look alike. The clock is monotonic, so
 * it includes the time in which a process was frozen.
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
  /** All names before `position` are known; `id` is that of the event there, null = unknown. */
  let checkpoint: { position: Position; id: string | null } | null = null
  /** When the end of the log was requested up to which all names are known. */
  let asOf = Number.NEGATIVE_INFINITY
  let begunAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function catchUp(signal: AbortSignal): Promise<void> {
    const since = performance.now()
    const [to, there] = await Promise.all([store.end(), checkpoint === null ? null : store.at(checkpoint.position)])
    // After a restore from a backup, the log has other events from some position on.
    const isOther = checkpoint?.id !== null && there?.id !== checkpoint?.id
    if (to === null || isOther || (checkpoint !== null && checkpoint.position.commit > to.commit)) checkpoint = null
    if (to !== null && to.commit !== checkpoint?.position.commit) {
      const from: Position | null = checkpoint?.position ?? null
      for await (const { events, position } of readLog(store, { prefixes: [prefix], from, to, signal })) {
        for (const { stream } of events) add(stream)
        // A part beyond `to` lacks its events after `to`.
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
    /** Continues reading, unless a read is in progress or began less than `pauseMs` ago. */
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
