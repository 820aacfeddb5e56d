import { resolve } from '../protocol/links.ts'
import type { EventStore } from '../store/store.ts'
import type { Message } from './consumer.ts'
import type { GroupStreams } from './group-streams.ts'

/**
 * Messages a group has given up on for now. Replayed ones leave the parked stream only when they have been dealt with, in order: a crash in
 * the middle of a replay leaves them parked. (A real server takes them off at once.)
 */
export class Parking {
  private readonly streams: GroupStreams
  private readonly store: EventStore
  private readonly replaying = new Set<Message>()
  /** Revision in the parked stream up to which messages have been handed out again. */
  private replayedTo: number
  private truncating = false

  constructor(streams: GroupStreams, store: EventStore) {
    this.streams = streams
    this.store = store
    this.replayedTo = streams.parkedRange().first
  }

  get count(): number {
    return Math.max(0, this.streams.parkedRange().end - this.replayedTo)
  }

  /** Resolves when the message is on disk; until then it counts as not dealt with. */
  async park({ resolved }: Message, reason: string): Promise<void> {
    // Not the link it came through: a replay follows one link. One that leads nowhere is all there is.
    const event = resolved.event ?? resolved.link
    if (event !== undefined) await this.streams.park(event, reason)
  }

  /** Parked messages below a revision of the parked stream (all of them when undefined), oldest first. */
  replay(stopAt: number | undefined): Message[] {
    const { end } = this.streams.parkedRange()
    const stop = Math.min(stopAt ?? end, end)
    const messages: Message[] = []
    while (this.replayedTo < stop) {
      const links = this.streams.parkedLinks(this.replayedTo, stop)
      for (const link of links) {
        const { event } = resolve(link, this.store)
        // A link to an event that is gone: nothing to hand out.
        if (event === undefined) continue
        const message: Message = {
          resolved: { event, link },
          id: link.id,
          before: 0,
          parkedAt: link.revision,
          retryCount: 0,
        }
        this.replaying.add(message)
        messages.push(message)
      }
      this.replayedTo = (links.at(-1)?.revision ?? stop - 1) + 1
    }
    this.truncate()
    return messages
  }

  finish(message: Message): void {
    if (this.replaying.delete(message)) this.truncate()
  }

  private truncate(): void {
    const [lowest] = this.replaying
    const before = lowest?.parkedAt ?? this.replayedTo
    if (this.truncating || before <= this.streams.parkedRange().first) return
    this.truncating = true
    this.streams.truncateParked(before).then(
      () => {
        this.truncating = false
        this.truncate()
      },
      () => {
        this.truncating = false
      },
    )
  }
}
