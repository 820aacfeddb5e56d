import type { RecordedEvent } from '../event.ts'

/** Wakes readers that wait at the end of a stream or of the log. They then read on from where they are, so nothing is handed over here. */
export class Changes {
  private readonly ofAll = new Set<() => void>()
  private readonly ofStream = new Map<string, Set<() => void>>()

  /** @returns how to stop being woken. */
  onAll(wake: () => void): () => void {
    this.ofAll.add(wake)
    return () => this.ofAll.delete(wake)
  }

  onStream(stream: string, wake: () => void): () => void {
    const wakers = this.ofStream.get(stream) ?? new Set()
    this.ofStream.set(stream, wakers.add(wake))
    return () => {
      wakers.delete(wake)
      if (wakers.size === 0 && this.ofStream.get(stream) === wakers) this.ofStream.delete(stream)
    }
  }

  publish(events: readonly RecordedEvent[]): void {
    for (const wake of [...this.ofAll]) wake()
    if (this.ofStream.size === 0) return
    for (const stream of new Set(events.map(event => event.stream))) {
      for (const wake of [...(this.ofStream.get(stream) ?? [])]) wake()
    }
  }
}
