import { randomUUID } from 'node:crypto'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { status } from '@grpc/grpc-js'
import { consumerTooSlow, Refusal, toRefusal } from './errors.ts'

/** Raised inside a reader whose caller has gone; ends the reader, is told to nobody. */
class CallerGone extends Error {}

/**
 * Events that a reader who has caught up once may be behind while it takes nothing. A real server keeps such events in memory for each
 * reader, and ends the subscription where they become too many; here nothing is kept, and the reader meets the same end.
 */
export const LIVE_EVENTS_BEHIND_MAX = 2048

/**
 * The way out to one reader. `send` waits while the reader does not take what was sent, which is what keeps the memory of a node with
 * slow readers bounded; `idle` waits for a `wake`.
 */
export class Outlet {
  readonly id = randomUUID()
  private readonly call: ServerWritableStream<unknown, Buffer>
  private gone = false
  private woken = false
  private live = false
  private isStalled = false
  /** Events appended since a live reader was last at the end. */
  private behind = 0
  private resume: (() => void) | undefined

  constructor(call: ServerWritableStream<unknown, Buffer>) {
    this.call = call
    const leave = () => {
      this.gone = true
      this.wake()
    }
    call.on('cancelled', leave)
    call.on('close', leave)
    call.on('error', leave)
    call.on('drain', () => this.resume?.())
  }

  get isGone(): boolean {
    return this.gone
  }

  /** Resolves when the next one may be sent. */
  async send(bytes: Buffer): Promise<void> {
    if (this.gone) throw new CallerGone()
    if (this.call.write(bytes)) return
    this.isStalled = true
    // Woken by 'drain' or by the caller's leaving; a wake from the store does no harm but to look again.
    while (!this.gone && this.call.writableNeedDrain) await this.paused()
    this.isStalled = false
    if (this.gone) throw new CallerGone()
  }

  /** So many events are new, and may be there to read. */
  wake = (events = 0): void => {
    this.woken = true
    this.behind += events
    if (this.live && this.isStalled && this.behind > LIVE_EVENTS_BEHIND_MAX) this.fail(consumerTooSlow())
    this.resume?.()
  }

  /** From now on the reader has to keep up with what is appended. */
  goLive(): void {
    this.live = true
  }

  /** Resolves at the next wake, at once when one came since the last `idle`. */
  async idle(): Promise<void> {
    this.behind = 0
    while (!this.gone && !this.woken) await this.paused()
    this.woken = false
    if (this.gone) throw new CallerGone()
  }

  /** Lets other calls have their turn; a reader that scans without finding anything to send never waits otherwise. */
  async breathe(): Promise<void> {
    await new Promise(setImmediate)
    if (this.gone) throw new CallerGone()
  }

  /** Runs a reader to its end and closes the call with its outcome. */
  async run(reader: () => Promise<void>): Promise<void> {
    try {
      await reader()
      this.call.end()
    } catch (error) {
      if (error instanceof CallerGone || this.gone) return
      this.fail(toRefusal(error))
    }
  }

  /** Ends the call from outside: the node stops, or a group is gone. */
  fail(refusal: Refusal): void {
    if (this.gone) return
    this.call.emit('error', refusal)
    this.gone = true
    this.wake()
  }

  cancel(): void {
    this.fail(new Refusal(status.CANCELLED, 'The node is shutting down.'))
  }

  private paused(): Promise<void> {
    return new Promise(resolve => {
      this.resume = resolve
    })
  }
}
