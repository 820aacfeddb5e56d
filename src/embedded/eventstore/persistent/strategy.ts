import { crc32 } from 'node:zlib'
import type { Consumer, Message } from './consumer.ts'
import type { Strategy } from './settings.ts'

/** Which consumer gets a message. */

/** Streams are spread over this many buckets, buckets over consumers: a consumer more or less moves few streams. */
const BUCKETS = 1024

/** Picks among consumers in the order they joined; undefined when the message has to wait. */
export class Dispatcher {
  private readonly strategy: Strategy
  private turn = 0

  constructor(strategy: Strategy) {
    this.strategy = strategy
  }

  pick(message: Message, consumers: readonly Consumer[]): Consumer | undefined {
    if (this.strategy === 'Pinned') return pinned(message, consumers)
    if (this.strategy === 'DispatchToSingle') return consumers.find(consumer => consumer.hasRoom)
    for (let i = 0; i < consumers.length; i++) {
      const consumer = consumers[(this.turn + i) % consumers.length]
      if (!consumer?.hasRoom) continue
      this.turn = (this.turn + i + 1) % consumers.length
      return consumer
    }
    return undefined
  }
}

/** One stream, one consumer, as long as nobody joins or leaves. A message waits for its consumer; others overtake it. */
function pinned({ resolved }: Message, consumers: readonly Consumer[]): Consumer | undefined {
  const stream = (resolved.event ?? resolved.link)?.stream ?? ''
  const consumer = consumers[(crc32(stream) % BUCKETS) % Math.max(1, consumers.length)]
  return consumer?.hasRoom ? consumer : undefined
}
