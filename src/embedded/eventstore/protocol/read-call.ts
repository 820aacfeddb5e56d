import { randomUUID } from 'node:crypto'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { status } from '@grpc/grpc-js'
import { consumerTooSlow, StatusError, toStatusError } from './errors.ts'

/** Raised inside a reader whose caller has gone; ends the reader, is told to nobody. */
class CallEnded extends Error {}

/**
 * Events that a reader who has caught up once may be behind while it takes nothing. A real server keeps such events in memory for each
 * reader, and ends the subscription where they become too many; here nothing is kept, and the reader meets the same end.
 */
export const LIVE_LAG_MAX = 2048

/**
 * The way out to one reader. `send` waits while the reader does not take what was sent, which is what keeps the memory of a node with
 * slow readers bounded; `idle` waits for a `wake`.
 */
export class ReadCall {
  readonly id = randomUUID()
  private readonly call: ServerWritableStream<unknown, Buffer>
  private ended = false
  private woken = false
  private live = false
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

  get isEnded(): boolean {
    return this.ended
  }

  /** Resolves when the next one may be sent. */
  async send(bytes: Buffer): Promise<void> {
    if (this.ended) throw new CallEnded()
    if (this.call.write(bytes)) return
    this.isStalled = true
    // Woken by 'drain' or by the caller's leaving; a wake from the store does no harm but to look again.
    while (!this.ended && this.call.writableNeedDrain) await this.waitForResume()
    this.isStalled = false
    if (this.ended) throw new CallEnded()
  }

  /** So many events are new, and may be there to read. */
  wake = (events = 0): void => {
    this.woken = true
    this.lag += events
    if (this.live && this.isStalled && this.lag > LIVE_LAG_MAX) this.fail(consumerTooSlow())
    this.resume?.()
  }

  /** From now on the reader has to keep up with what is appended. */
  goLive(): void {
    this.live = true
  }

  /** Resolves at the next wake, at once when one came since the last `idle`. */
  async idle(): Promise<void> {
    this.lag = 0
    while (!this.ended && !this.woken) await this.waitForResume()
    this.woken = false
    if (this.ended) throw new CallEnded()
  }

  /** Lets other calls have their turn; a reader that scans without finding anything to send never waits otherwise. */
  async yieldTurn(): Promise<void> {
    await new Promise(setImmediate)
    if (this.ended) throw new CallEnded()
  }

  /** Runs a reader to its end and closes the call with its outcome. */
  async run(reader: () => Promise<void>): Promise<void> {
    try {
      await reader()
      this.call.end()
    } catch (error) {
      if (error instanceof CallEnded || this.ended) return
      this.fail(toStatusError(error))
    }
  }

  /** Ends the call from outside: the node stops, or a group is gone. */
  fail(refusal: StatusError): void {
    if (this.ended) return
    this.call.emit('error', refusal)
    this.ended = true
    this.wake()
  }

  cancel(): void {
    this.fail(new StatusError(status.CANCELLED, 'The node is shutting down.'))
  }

  private waitForResume(): Promise<void> {
    return new Promise(resolve => {
      this.resume = resolve
    })
  }
}
