import type { RecordedEvent } from '#embedded/eventstore/event.ts'

type Wake = (events: number) => void

/** Wakes readers that wait at the end of a stream or of the log; they read on by themselves. */
export class Changes {
  private readonly ofAll = new Set<Wake>()
  private readonly ofStream = new Map<string, Set<Wake>>()

  onAll(wake: Wake): () => void {
    this.ofAll.add(wake)
    return () => this.ofAll.delete(wake)
  }

  onStream(stream: string, wake: Wake): () => void {
    const wakers = this.ofStream.get(stream) ?? new Set()
    this.ofStream.set(stream, wakers.add(wake))
    return () => {
      wakers.delete(wake)
      if (wakers.size === 0 && this.ofStream.get(stream) === wakers) this.ofStream.delete(stream)
    }
  }

  publish(events: readonly RecordedEvent[]): void {
    for (const wake of [...this.ofAll]) wake(events.length)
    if (this.ofStream.size === 0) return
    const counts = new Map<string, number>()
    for (const { stream } of events) counts.set(stream, (counts.get(stream) ?? 0) + 1)
    for (const [stream, count] of counts) {
      for (const wake of [...(this.ofStream.get(stream) ?? [])]) wake(count)
    }
  }
}
