import { LRUCache } from 'lru-cache'

/** Devices and collapse ids of which it is remembered what went last; of others the list of notifications says so, a little later. */
const REMEMBERED_MAX = 10_000

/**
 * What goes to one device under one collapse id goes one after another, as far as one process sends it: of two that are on their way at once nobody
 * knows which the device gets last, and shows.
 */
export function createOneAfterAnother() {
  const underWay = new Set<string>()
  const last = new LRUCache<string, string>({ max: REMEMBERED_MAX })
  return {
    /** Which notification went last; null where that is not known. */
    last: (lane: string): string | null => last.get(lane) ?? null,
    /** Whether a notification may go: nothing else is on its way, and what went last is what its sender knows of. Then `leave` ends it. */
    enter(lane: string, id: string, known: string | null): boolean {
      if (underWay.has(lane) || (last.get(lane) ?? null) !== known) return false
      underWay.add(lane)
      last.set(lane, id)
      return true
    },
    leave: (lane: string) => void underWay.delete(lane),
  }
}
