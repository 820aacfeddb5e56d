import type { RecordedEvent } from '#embedded/eventstore/event.ts'

type Wake = (events: number) => void

export type Changes = ReturnType<typeof createChanges>

/** Wakes readers that wait at the end of a stream or of the log; they read on by themselves. */
export function createChanges() {
  const ofAll = new Set<Wake>()
  const ofStream = new Map<string, Set<Wake>>()
  return {
    onAll(wake: Wake): () => void {
      ofAll.add(wake)
      return () => ofAll.delete(wake)
    },
    onStream(stream: string, wake: Wake): () => void {
      const wakers = ofStream.get(stream) ?? new Set()
      ofStream.set(stream, wakers.add(wake))
      return () => {
        wakers.delete(wake)
        if (wakers.size === 0 && ofStream.get(stream) === wakers) ofStream.delete(stream)
      }
    },
    publish(events: readonly RecordedEvent[]): void {
      for (const wake of [...ofAll]) wake(events.length)
      if (ofStream.size === 0) return
      for (const [stream, { length }] of Map.groupBy(events, ({ stream }) => stream))
        for (const wake of [...(ofStream.get(stream) ?? [])]) wake(length)
    },
  }
}
