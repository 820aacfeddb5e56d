import { type Refusal, toRefusal } from '#embedded/eventstore/protocol/errors.ts'
import { resolve } from '#embedded/eventstore/protocol/links.ts'
import type { FilterOptions } from '#embedded/eventstore/protocol/requests.ts'
import type { EventStore } from '#embedded/eventstore/store/store.ts'
import { Checkpoints } from './checkpoints.ts'
import type { Consumer, Message } from './consumer.ts'
import { Deliveries } from './deliveries.ts'
import { GroupStreams } from './group-streams.ts'
import { Parking } from './parking.ts'
import type { NackAction } from './read-request.ts'
import type { GroupKey, GroupSettings } from './settings.ts'
import { type Source, sourceOf } from './source.ts'
import { Dispatcher } from './strategy.ts'

/** Resolution of message time-outs and of the checkpoint interval, milliseconds. */
const TICK_MS = 1000

/** Pages handed out before others have their turn: a consumer's buffer may have room for millions. */
const PAGES_PER_TURN = 16

/**
 * A persistent subscription: events of one source, each handed to one of its consumers, again until it is answered or parked. It keeps
 * no events: a group that nobody reads costs nothing, and one that is read holds a page and what is in flight.
 */
export class Group {
  readonly key: GroupKey
  readonly settings: GroupSettings
  readonly filter: FilterOptions | undefined
  readonly consumers: Consumer[] = []
  readonly deliveries = new Deliveries()
  private readonly store: EventStore
  private readonly source: Source
  private readonly checkpoints: Checkpoints
  private readonly parking: Parking
  private readonly dispatcher: Dispatcher
  private readonly timer: NodeJS.Timeout
  private readonly stopListening: () => void
  /** Messages ahead of all others: retried and replayed ones. */
  private readonly retries: Message[] = []
  private readonly ready: Message[] = []
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
    const streams = new GroupStreams(key, store)
    this.checkpoints = new Checkpoints(settings, this.source, streams, start)
    this.parking = new Parking(streams, store)
    this.dispatcher = new Dispatcher(settings.strategy)
    this.stopListening = this.source.onChange(() => this.schedule())
    this.timer = setInterval(() => this.tick(), TICK_MS)
  }

  join(consumer: Consumer): void {
    this.consumers.push(consumer)
    this.schedule()
  }

  /** What the consumer had goes to the others, one retry further, without a limit: it is not the message's fault. */
  leave(consumer: Consumer): void {
    const index = this.consumers.indexOf(consumer)
    if (index < 0) return
    this.consumers.splice(index, 1)
    const returned = this.deliveries.takeAllFrom(consumer)
    for (const message of returned) message.retryCount++
    putFirst(this.retries, returned)
    this.schedule()
  }

  /** An answer about a message the consumer does not have (late, or twice) is ignored. */
  ack(consumer: Consumer, ids: readonly string[]): void {
    for (const id of ids) {
      const message = this.deliveries.takeBack(consumer, id)
      if (message) this.finish(message)
    }
    this.pump()
  }

  nack(consumer: Consumer, ids: readonly string[], action: NackAction, reason: string): void {
    const messages = ids.flatMap(id => this.deliveries.takeBack(consumer, id) ?? [])
    if (action === 'retry') this.retry(messages)
    else if (action === 'park') for (const message of messages) this.park(message, reason)
    // `stop` is not implemented by a real server either: the message is dropped as by `skip`.
    else for (const message of messages) this.finish(message)
    this.pump()
  }

  /** Hands parked messages out again, after the retries that wait. */
  replayParked(stopAt: number | undefined): void {
    this.parking.replay(stopAt)
    this.schedule()
  }

  /** What an operator sees. `checkpoint` and `lastKnown` are empty when there is none. */
  get state() {
    const end = this.source.end()
    return {
      live: this.checkpoints.cursor >= end,
      checkpoint: this.checkpoints.last,
      lastKnown: end < 0 ? '' : this.source.format(end),
      parked: this.parking.count,
      ready: this.ready.length,
      retries: this.retries.length,
      inFlight: this.deliveries.size,
      outstanding: this.checkpoints.outstandingCount,
    }
  }

  /** Ends the group in this process and its consumers with a reason; what is on disk stays. */
  close(reason: Refusal): void {
    this.closed = true
    clearInterval(this.timer)
    this.stopListening()
    for (const consumer of this.consumers.splice(0)) consumer.drop(reason)
  }

  private retry(messages: readonly Message[]): void {
    const again: Message[] = []
    for (const message of messages) {
      if (message.retryCount < this.settings.maxRetryCount) again.push(message)
      else this.park(message, `Reached retry count of ${message.retryCount}`)
    }
    for (const message of again) message.retryCount++
    putFirst(this.retries, again)
  }

  /** Dealt with when it is on disk: a crash before that delivers the message again. When the disk refuses, so does this process. */
  private park(message: Message, reason: string): void {
    this.parking.park(message, reason).then(
      () => this.finish(message),
      () => this.retries.push(message),
    )
  }

  private finish(message: Message): void {
    if (this.closed) return
    this.parking.finish(message)
    this.checkpoints.finish(message)
  }

  private tick(): void {
    this.retry(this.deliveries.takeOlderThan(Date.now() - this.settings.messageTimeoutMs))
    this.checkpoints.tick()
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled || this.closed) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      this.pump()
    })
  }

  /** Hands out what is there and reads on while a consumer has room for more. */
  private pump(): void {
    if (this.closed) return
    try {
      putFirst(this.retries, this.deliveries.released())
      for (let pages = 0; pages < PAGES_PER_TURN; pages++) {
        this.handOut(this.retries)
        if (this.hasRoom() && this.replayOn()) continue
        this.handOut(this.ready)
        if (!this.hasRoom() || !this.readOn()) return
      }
      this.schedule()
    } catch (error) {
      // Damage in the log: consumers are told, and told again when they come back.
      for (const consumer of [...this.consumers]) {
        this.leave(consumer)
        consumer.drop(toRefusal(error))
      }
    }
  }

  private hasRoom(): boolean {
    return this.consumers.some(consumer => consumer.hasRoom)
  }

  /** Delivers from the front of a queue; what has to wait for its consumer stays where it is. */
  private handOut(queue: Message[]): void {
    let index = 0
    let waiting = 0
    for (; index < queue.length && this.hasRoom(); index++) {
      const message = queue[index]!
      const consumer = this.dispatcher.pick(message, this.consumers)
      if (consumer === undefined) queue[waiting++] = message
      else if (this.deliveries.isFree(message)) this.deliveries.send(message, consumer)
    }
    // Once, not for each message: a queue can be long, and taking one off its front moves all others.
    queue.splice(waiting, index - waiting)
  }

  /** The next page of a replay; false when there is nothing to hand out for now. */
  private replayOn(): boolean {
    if (this.retries.length >= this.settings.historyBufferSize) return false
    const messages = this.parking.next()
    if (messages === undefined) return false
    this.retries.push(...messages)
    if (messages.length === 0) this.schedule()
    return messages.length > 0
  }

  /** Reads the next page; false when there is nothing to hand out for now. */
  private readOn(): boolean {
    if (this.ready.length >= this.settings.historyBufferSize) return false
    const { cursor } = this.checkpoints
    const page = this.source.next(cursor, Math.max(1, this.settings.readBatchSize))
    let before = cursor
    const messages = page.events.map((event): Message => {
      const resolved = this.settings.resolveLinks ? resolve(event, this.store) : { event, link: undefined }
      const message: Message = { resolved, id: event.id, before, parkedAt: undefined, retryCount: 0 }
      before = this.source.placeOf(event)
      return message
    })
    this.ready.push(...messages)
    this.checkpoints.read(messages, page.place, page.considered)
    if (messages.length > 0) return true
    // A long stretch without anything wanted is read with pauses, for the sake of the node's other callers.
    if (!page.exhausted) this.schedule()
    return false
  }
}

/** Messages that a call has room for as arguments: a consumer's buffer may be more. */
const PIECE = 10_000

function putFirst(queue: Message[], messages: readonly Message[]): void {
  for (let end = messages.length; end > 0; end -= PIECE) queue.unshift(...messages.slice(Math.max(0, end - PIECE), end))
}
