import type { Refusal } from '../protocol/errors.ts'
import { resolve } from '../protocol/links.ts'
import type { FilterOptions } from '../protocol/requests.ts'
import type { EventStore } from '../store/store.ts'
import { type Consumer, type Message, originOf } from './consumer.ts'
import { GroupStreams } from './group-streams.ts'
import { Measurements } from './measurements.ts'
import type { GroupKey, GroupSettings } from './settings.ts'
import { type Source, sourceOf } from './source.ts'
import { Dispatcher } from './strategy.ts'

/** A message that a consumer has and has not answered. */
interface Delivery {
  readonly message: Message
  readonly consumer: Consumer
  readonly sentAt: number
}

/** Resolution of message time-outs and of the checkpoint interval, milliseconds. */
const TICK_MS = 1000

/**
 * A persistent subscription: events of one source, each handed to one of its consumers, again until it is answered or parked. It keeps
 * no events: a group that nobody reads costs nothing, and one that is read holds a page and what is in flight.
 */
export class Group {
  readonly key: GroupKey
  readonly settings: GroupSettings
  readonly filter: FilterOptions | undefined
  readonly consumers: Consumer[] = []
  readonly measurements = new Measurements()
  readonly source: Source
  private readonly store: EventStore
  private readonly streams: GroupStreams
  private readonly dispatcher: Dispatcher
  private readonly timer: NodeJS.Timeout
  private readonly stopListening: () => void
  /** Messages ahead of all others: retried and replayed ones. */
  private retries: Message[] = []
  private ready: Message[] = []
  private readonly inFlight = new Map<string, Delivery>()
  /** Messages whose id is in flight already: the same id in two streams. They wait, because an answer could not tell them apart. */
  private conflicting: Message[] = []
  /** Read and not dealt with, in source order: the first one holds the checkpoint back. */
  private readonly outstanding = new Set<Message>()
  private readonly replaying = new Set<Message>()
  private replayedTo: number
  private cursor: number
  private checkpointed: number
  private sinceCheckpoint = 0
  private checkpointAt = Date.now()
  private writing = false
  private truncating = false
  private scheduled = false
  private closed = false

  /** @param start place after which a group without a checkpoint begins. */
  constructor(
    key: GroupKey,
    settings: GroupSettings,
    filter: FilterOptions | undefined,
    start: number,
    store: EventStore,
  ) {
    this.key = key
    this.settings = settings
    this.filter = filter
    this.store = store
    this.source = sourceOf(key.source, filter, store)
    this.streams = new GroupStreams(key, store)
    this.dispatcher = new Dispatcher(settings.strategy)
    const checkpoint = this.streams.checkpoint()
    this.cursor = checkpoint === undefined ? start : this.source.parse(checkpoint)
    this.checkpointed = checkpoint === undefined ? -1 : this.cursor
    this.replayedTo = this.streams.parkedRange().first
    this.stopListening = this.source.onChange(() => this.schedule())
    this.timer = setInterval(() => this.tick(), TICK_MS)
  }

  join(consumer: Consumer): void {
    this.consumers.push(consumer)
    this.schedule()
  }

  /** What the consumer had goes back to the others, one retry further. */
  leave(consumer: Consumer): void {
    const index = this.consumers.indexOf(consumer)
    if (index < 0) return
    this.consumers.splice(index, 1)
    const returned: Message[] = []
    for (const [id, { message, consumer: owner }] of this.inFlight) {
      if (owner !== consumer) continue
      this.inFlight.delete(id)
      message.retryCount++
      returned.push(message)
    }
    this.retries.unshift(...returned)
    this.schedule()
  }

  /** An answer about a message the consumer does not have (late, or twice) is ignored. */
  ack(consumer: Consumer, ids: readonly string[]): void {
    for (const id of ids) {
      const message = this.takeBack(consumer, id)
      if (message) this.finish(message)
    }
    this.pump()
  }

  nack(consumer: Consumer, ids: readonly string[], action: string, reason: string): void {
    for (const id of ids) {
      const message = this.takeBack(consumer, id)
      if (message === undefined) continue
      if (action === 'retry') this.retry(message)
      else if (action === 'park') this.park(message, reason)
      // `stop` is not implemented by a real server either: the message is dropped as by `skip`.
      else this.finish(message)
    }
    this.pump()
  }

  /** Hands parked messages out again, oldest first. They leave the parked stream when they have been dealt with. */
  replayParked(stopAt: number | undefined): void {
    const { end } = this.streams.parkedRange()
    const stop = Math.min(stopAt ?? end, end)
    for (const link of this.streams.parkedLinks(this.replayedTo, stop, Math.max(0, stop - this.replayedTo))) {
      const { event } = resolve(link, this.store)
      const message: Message = {
        resolved: { event, link },
        id: link.id,
        before: this.cursor,
        parkedAt: link.revision,
        retryCount: 0,
      }
      this.replayedTo = link.revision + 1
      if (event === undefined) continue
      this.replaying.add(message)
      this.retries.push(message)
    }
    this.truncateParked()
    this.schedule()
  }

  get parkedCount(): number {
    return Math.max(0, this.streams.parkedRange().end - this.replayedTo)
  }

  get counts(): { ready: number; retries: number; inFlight: number; outstanding: number } {
    return {
      ready: this.ready.length,
      retries: this.retries.length,
      inFlight: this.inFlight.size,
      outstanding: this.outstanding.size,
    }
  }

  /** Last checkpoint and last event of the source, formatted; empty when there is none. */
  get progress(): { checkpoint: string; lastKnown: string; live: boolean } {
    const end = this.source.end()
    return {
      checkpoint: this.checkpointed < 0 ? '' : this.source.format(this.checkpointed),
      lastKnown: end < 0 ? '' : this.source.format(end),
      live: this.cursor >= end,
    }
  }

  /** Ends the group in this process and its consumers with a reason; what is on disk stays. */
  close(reason: Refusal): void {
    this.closed = true
    clearInterval(this.timer)
    this.stopListening()
    for (const consumer of this.consumers.splice(0)) consumer.drop(reason)
  }

  /** Removes what the group keeps on disk. */
  async forget(): Promise<void> {
    await this.streams.delete()
  }

  private takeBack(consumer: Consumer, id: string): Message | undefined {
    const delivery = this.inFlight.get(id)
    if (delivery?.consumer !== consumer) return undefined
    this.inFlight.delete(id)
    consumer.inFlight--
    const latency = Date.now() - delivery.sentAt
    consumer.measurements.done(latency)
    this.measurements.done(latency)
    if (this.conflicting.length > 0) {
      this.retries.unshift(...this.conflicting.filter(message => message.id === id))
      this.conflicting = this.conflicting.filter(message => message.id !== id)
    }
    return delivery.message
  }

  private retry(message: Message): void {
    if (message.retryCount >= this.settings.maxRetryCount) {
      this.park(message, `Reached retry count of ${message.retryCount}`)
      return
    }
    message.retryCount++
    this.retries.unshift(message)
  }

  /** The message counts as dealt with when its link is on disk, so that a crash in between delivers it again rather than losing it. */
  private park(message: Message, reason: string): void {
    const origin = originOf(message)
    if (origin === undefined) {
      this.finish(message)
      return
    }
    this.streams.park(origin, reason).then(
      () => {
        this.finish(message)
        this.schedule()
      },
      () => this.retries.unshift(message),
    )
  }

  private finish(message: Message): void {
    if (this.replaying.delete(message)) this.truncateParked()
    if (this.outstanding.delete(message)) this.sinceCheckpoint++
    if (this.sinceCheckpoint >= this.settings.maxCheckpointCount) this.writeCheckpoint()
  }

  private schedule(): void {
    if (this.scheduled || this.closed) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      if (!this.closed) this.pump()
    })
  }

  /** Hands out what is there and reads on while a consumer has room for more. */
  private pump(): void {
    for (;;) {
      this.handOut(this.retries)
      this.handOut(this.ready)
      if (this.ready.length >= this.settings.historyBufferSize || !this.hasRoom()) return
      const page = this.readOn()
      if (page === 'end') return
      // A long stretch without anything wanted is read with pauses, for the sake of the node's other callers.
      if (page === 'nothing') {
        this.schedule()
        return
      }
    }
  }

  private hasRoom(): boolean {
    return this.consumers.some(consumer => consumer.hasRoom)
  }

  /** Delivers from the front of a queue; what has to wait stays. */
  private handOut(queue: Message[]): void {
    let index = 0
    while (index < queue.length && this.hasRoom()) {
      const message = queue[index]!
      const conflict = this.inFlight.has(message.id)
      const consumer = conflict ? undefined : this.dispatcher.pick(message, this.consumers)
      if (!conflict && consumer === undefined) {
        index++
        continue
      }
      queue.splice(index, 1)
      if (consumer === undefined) this.conflicting.push(message)
      else this.deliver(message, consumer)
    }
  }

  private deliver(message: Message, consumer: Consumer): void {
    this.inFlight.set(message.id, { message, consumer, sentAt: Date.now() })
    this.measurements.sent()
    consumer.measurements.sent()
    consumer.deliver(message)
  }

  /** Reads the next page into the queue. */
  private readOn(): 'some' | 'nothing' | 'end' {
    const page = this.source.next(this.cursor, Math.max(1, this.settings.readBatchSize))
    let before = this.cursor
    for (const event of page.events) {
      const resolved = this.settings.resolveLinks ? resolve(event, this.store) : { event, link: undefined }
      const message: Message = {
        resolved,
        id: (resolved.link ?? resolved.event ?? event).id,
        before,
        parkedAt: undefined,
        retryCount: 0,
      }
      before = this.source.placeOf(event)
      this.outstanding.add(message)
      this.ready.push(message)
    }
    this.cursor = page.place
    // Events that the filter passes over move the group on too, or a restart would look at them all again.
    this.sinceCheckpoint += page.considered - page.events.length
    if (this.sinceCheckpoint >= this.settings.maxCheckpointCount) this.writeCheckpoint()
    if (page.exhausted) return 'end'
    return page.events.length > 0 ? 'some' : 'nothing'
  }

  private tick(): void {
    const expired = Date.now() - this.settings.messageTimeoutMs
    for (const { message, consumer, sentAt } of [...this.inFlight.values()]) {
      if (sentAt > expired) continue
      this.takeBack(consumer, message.id)
      this.retry(message)
    }
    const { checkpointAfterMs, minCheckpointCount } = this.settings
    if (Date.now() - this.checkpointAt >= checkpointAfterMs && this.sinceCheckpoint >= minCheckpointCount)
      this.writeCheckpoint()
    this.schedule()
  }

  /** Just below the lowest message that is not dealt with. One write at a time; the next one is later or at the next tick. */
  private writeCheckpoint(): void {
    const [lowest] = this.outstanding
    const place = lowest?.before ?? this.cursor
    if (this.writing || this.closed || place <= this.checkpointed) return
    this.writing = true
    this.sinceCheckpoint = 0
    this.checkpointAt = Date.now()
    this.streams.writeCheckpoint(this.source.format(place)).then(
      () => {
        this.checkpointed = place
        this.writing = false
      },
      // The disk refused. The group goes on from an older checkpoint after a restart, which costs repeats and loses nothing.
      () => {
        this.writing = false
      },
    )
  }

  private truncateParked(): void {
    const [lowest] = this.replaying
    const before = lowest?.parkedAt ?? this.replayedTo
    if (this.truncating || before <= this.streams.parkedRange().first) return
    this.truncating = true
    this.streams.truncateParked(before).then(
      () => {
        this.truncating = false
        this.truncateParked()
      },
      () => {
        this.truncating = false
      },
    )
  }
}
