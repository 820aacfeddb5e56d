import { randomUUID } from 'node:crypto'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { consumerTooSlow, type StatusError, toStatusError } from './errors.ts'

class CallEnded extends Error {}

/** A real server ends a live subscription when it has buffered this many events; this node buffers none. */
export const LIVE_LAG_MAX = 2048

/** The response stream of one reader. `send` waits while the reader does not read, which bounds memory. */
export class ReadCall {
  readonly id = randomUUID()
  private readonly call: ServerWritableStream<unknown, Buffer>
  private ended = false
  private woken = false
  /** The reader has caught up. */
  isLive = false
  private isStalled = false
  /** Events appended since a live reader was last at the end. */
  private lag = 0
  private resume: (() => void) | undefined

  constructor(call: ServerWritableStream<unknown, Buffer>) {
    this.call = call
    const onEnd = () => {
      this.ended = true
      this.wake()
    }
    call.on('cancelled', onEnd)
    call.on('close', onEnd)
    call.on('error', onEnd)
    call.on('drain', () => this.resume?.())
  }

  async send(bytes: Buffer): Promise<void> {
    if (this.ended) throw new CallEnded()
    if (this.call.write(bytes)) return
    this.isStalled = true
    // Resumed by 'drain', by the end of the call, or by a wake.
    while (!this.ended && this.call.writableNeedDrain) await this.waitForResume()
    this.isStalled = false
    if (this.ended) throw new CallEnded()
  }

  wake = (events = 0): void => {
    this.woken = true
    this.lag += events
    if (this.isLive && this.isStalled && this.lag > LIVE_LAG_MAX) this.fail(consumerTooSlow())
    this.resume?.()
  }

  /** Resolves at the next wake, at once when one came since the last `idle`. */
  async idle(): Promise<void> {
    this.lag = 0
    while (!this.ended && !this.woken) await this.waitForResume()
    this.woken = false
    if (this.ended) throw new CallEnded()
  }

  /** A reader that scans without a match never waits otherwise. */
  async yieldTurn(): Promise<void> {
    await new Promise(setImmediate)
    if (this.ended) throw new CallEnded()
  }

  async run(reader: () => Promise<void>): Promise<void> {
    try {
      await reader()
      this.call.end()
    } catch (error) {
      if (error instanceof CallEnded || this.ended) return
      this.fail(toStatusError(error))
    }
  }

  fail(refusal: StatusError): void {
    if (this.ended) return
    this.call.emit('error', refusal)
    this.ended = true
    this.wake()
  }

  private waitForResume(): Promise<void> {
    return new Promise(resolve => {
      this.resume = resolve
    })
  }
}
