import { LRUCache } from 'lru-cache'

/** Keys whose last notification is remembered; for others the read model shows it, a little later. */
const KEYS_MAX = 10_000

/** Of two notifications in flight with one collapse id, it is unknown which arrives last and is shown. */
export function createInFlightGuard() {
  const inFlight = new Set<string>()
  const lastSent = new LRUCache<string, string>({ max: KEYS_MAX })
  return {
    lastSent: (key: string): string | null => lastSent.get(key) ?? null,
    /** True when no other is in flight and the last one sent is the expected one; then `release` ends it. */
    acquire(key: string, id: string, expectedLast: string | null): boolean {
      if (inFlight.has(key) || (lastSent.get(key) ?? null) !== expectedLast) return false
      inFlight.add(key)
      lastSent.set(key, id)
      return true
    },
    release: (key: string) => void inFlight.delete(key),
  }
}
