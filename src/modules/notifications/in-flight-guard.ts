import { LRUCache } from 'lru-cache'

/** Devices and collapse ids of which it is remembered what went last; of others the list of notifications says so, a little later. */
const KEYS_MAX = 10_000

/**
 * What goes to one device under one collapse id goes one after another, as far as one process sends it: of two that are on their way at once nobody
 * knows which the device gets last, and shows.
 */
export function createInFlightGuard() {
  const inFlight = new Set<string>()
  const lastSent = new LRUCache<string, string>({ max: KEYS_MAX })
  return {
    /** Which notification went last; null where that is not known. */
    lastSent: (key: string): string | null => lastSent.get(key) ?? null,
    /** Whether a notification may go: nothing else is on its way, and what went last is what its sender knows of. Then `leave` ends it. */
    acquire(key: string, id: string, expectedLast: string | null): boolean {
      if (inFlight.has(key) || (lastSent.get(key) ?? null) !== expectedLast) return false
      inFlight.add(key)
      lastSent.set(key, id)
      return true
    },
    release: (key: string) => void inFlight.delete(key),
  }
}
