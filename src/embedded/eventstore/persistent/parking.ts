import { resolve } from '#embedded/eventstore/protocol/links.ts'
import type { EventStore } from '#embedded/eventstore/store/store.ts'
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
  private replayedTo = 0
  /** Revision below which they are to be handed out again. */
  private replayBelow = 0
  private truncating = false

  constructor(streams: GroupStreams, store: EventStore) {
    this.streams = streams
    this.store = store
  }

  get count(): number {
    return this.streams.parkedRange().end - this.from
  }

  /** Resolves when the message is on disk; until then it counts as not dealt with. */
  async park({ resolved }: Message, reason: string): Promise<void> {
    // Not the link it came through: a replay follows one link. One that leads nowhere is all there is.
    const event = resolved.event ?? resolved.link
    if (event !== undefined) await this.streams.park(event, reason)
  }

  /** From now on `next` hands out what is parked below a revision of the parked stream (all of it when undefined). */
  replay(stopAt: number | undefined): void {
    const { end } = this.streams.parkedRange()
    this.replayBelow = Math.max(this.replayBelow, Math.min(stopAt ?? end, end))
  }

  /** The next messages of a replay, oldest first, as many as make a page; undefined when there is none under way. */
  next(): Message[] | undefined {
    const { from, replayBelow } = this
    if (from >= replayBelow) return undefined
    // Damage ends the replay, or every look would meet it again and nothing else be handed out.
    this.replayBelow = 0
    const links = this.streams.parkedLinks(from, replayBelow)
    const messages: Message[] = []
    for (const link of links) {
      const { event } = resolve(link, this.store)
      // A link to an event that is gone: nothing to hand out.
      if (event === undefined) continue
      messages.push({ resolved: { event, link }, id: link.id, before: 0, parkedAt: link.revision, retryCount: 0 })
    }
    for (const message of messages) this.replaying.add(message)
    this.replayBelow = replayBelow
    this.replayedTo = (links.at(-1)?.revision ?? replayBelow - 1) + 1
    this.truncate()
    return messages
  }

  finish(message: Message): void {
    if (this.replaying.delete(message)) this.truncate()
  }

  /** Where a replay goes on. What an operator has truncated is not parked any more. */
  private get from(): number {
    return Math.max(this.replayedTo, this.streams.parkedRange().first)
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
