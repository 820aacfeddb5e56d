import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { EventStore, LoggedEvent, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { WrongRevision } from '#event-sourcing/store-errors.ts'

/** An event store in memory with a log to subscribe to: for tests of delivery, not of storage. */
export function createLogStore(): EventStore {
  const log: LoggedEvent[] = []
  const streams = new Map<string, Recorded<DomainEvent>[]>()
  const waiting = new Set<() => void>()

  async function subscribe({ prefixes, from, signal, handle, onCaughtUp, onState, batchMax = 500 }: SubscribeOptions) {
    onState?.('live')
    let next = from === null ? 0 : Number(from.commit)
    signal.addEventListener('abort', () => wake())
    while (!signal.aborted) {
      const batch = log.slice(next, next + batchMax)
      if (batch.length === 0) {
        onCaughtUp?.()
        if (signal.aborted) return
        await new Promise<void>(resolve => waiting.add(resolve))
        continue
      }
      next += batch.length
      const events = batch.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
      await handle({ events, position: { commit: BigInt(next), prepare: BigInt(next) } })
    }
  }

  function wake() {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  return {
    async append(stream, expected, events) {
      const present = streams.get(stream) ?? []
      if (present.length !== (expected === 'no_stream' ? 0 : expected + 1)) throw new WrongRevision(stream)
      const added = events.map((event, index) => ({
        ...event,
        stream,
        revision: present.length + index,
        at: event.metadata.at,
      }))
      streams.set(stream, [...present, ...added])
      for (const event of added) {
        const place = BigInt(log.length + 1)
        log.push({ ...event, position: { commit: place, prepare: place } })
      }
      setImmediate(wake)
    },
    read: async (stream, from = 0) => (streams.get(stream) ?? []).slice(from),
    readTail: async stream => streams.get(stream) ?? [],
    subscribe,
    end: async () => log.at(-1)?.position ?? null,
    at: async ({ commit }) => log.find(({ position }) => position.commit === commit) ?? null,
    ping: async () => undefined,
    close: async () => wake(),
  }
}
