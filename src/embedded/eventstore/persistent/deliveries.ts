import type { Consumer, Message } from './consumer.ts'
import { Measurements } from './measurements.ts'

/** A message that a consumer has and has not answered. */
interface Delivery {
  readonly message: Message
  readonly consumer: Consumer
  readonly sentAt: number
}

/** What is in flight in a group, by the id that an answer will name. */
export class Deliveries {
  readonly measurements = new Measurements()
  private readonly inFlight = new Map<string, Delivery>()
  /** Messages whose id is in flight already: the same id in two streams. They wait, because an answer could not tell them apart. */
  private conflicting: Message[] = []

  get size(): number {
    return this.inFlight.size
  }

  /** False when a message with this id is out; the second one is kept back until the first is answered. */
  isFree(message: Message): boolean {
    if (!this.inFlight.has(message.id)) return true
    this.conflicting.push(message)
    return false
  }

  send(message: Message, consumer: Consumer): void {
    this.inFlight.set(message.id, { message, consumer, sentAt: Date.now() })
    this.measurements.sent()
    consumer.measurements.sent()
    consumer.deliver(message)
  }

  /** The message a consumer answers; undefined when it does not have it (any more). */
  takeBack(consumer: Consumer, id: string): Message | undefined {
    const delivery = this.inFlight.get(id)
    if (delivery?.consumer !== consumer) return undefined
    this.inFlight.delete(id)
    consumer.inFlight--
    const latencyMs = Date.now() - delivery.sentAt
    consumer.measurements.done(latencyMs)
    this.measurements.done(latencyMs)
    return delivery.message
  }

  /** Everything a consumer has, oldest first. */
  takeAllFrom(consumer: Consumer): Message[] {
    const held = [...this.inFlight.values()].filter(delivery => delivery.consumer === consumer)
    for (const { message } of held) this.inFlight.delete(message.id)
    return held.map(({ message }) => message)
  }

  /** Everything that was sent before a time (ms since 1970). */
  takeOlderThan(time: number): Message[] {
    const late = [...this.inFlight.values()].filter(({ sentAt }) => sentAt <= time)
    for (const { message, consumer } of late) this.takeBack(consumer, message.id)
    return late.map(({ message }) => message)
  }

  /** Messages kept back whose id is free now. */
  released(): Message[] {
    if (this.conflicting.length === 0) return []
    const free = this.conflicting.filter(({ id }) => !this.inFlight.has(id))
    this.conflicting = this.conflicting.filter(({ id }) => this.inFlight.has(id))
    return free
  }
}
