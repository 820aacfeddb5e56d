import type { ServerDuplexStream } from '@grpc/grpc-js'
import { encodeEvent, type ResolvedEvent, type UuidForm } from '#embedded/eventstore/protocol/encode.ts'
import type { Refusal } from '#embedded/eventstore/protocol/errors.ts'
import type { Outlet } from '#embedded/eventstore/protocol/outlet.ts'
import { Measurements } from './measurements.ts'
import type { ConsumerRequest } from './read-request.ts'

/** An event on its way through a group. */
export interface Message {
  readonly resolved: ResolvedEvent
  /** The id that ack and nack name: that of the link when the event came through one. */
  readonly id: string
  /** The place after which the group finds this message again. */
  readonly before: number
  /** Revision in the parked stream when the message is being replayed from there. */
  readonly parkedAt: number | undefined
  retryCount: number
}

export type ConsumerCall = ServerDuplexStream<ConsumerRequest, Buffer>

/** One connected reader of a group, with room for `bufferSize` unanswered messages. */
export class Consumer {
  readonly id: string
  readonly from: string
  readonly username: string
  readonly connectionName: string
  readonly bufferSize: number
  readonly measurements = new Measurements()
  inFlight = 0
  private readonly call: ConsumerCall
  private readonly outlet: Outlet
  private readonly uuids: UuidForm

  constructor(call: ConsumerCall, outlet: Outlet, bufferSize: number, uuids: UuidForm, username: string) {
    this.call = call
    this.outlet = outlet
    this.id = outlet.id
    this.bufferSize = bufferSize
    this.uuids = uuids
    this.username = username
    this.from = call.getPeer()
    this.connectionName = String(call.metadata.get('connection-name')[0] ?? '')
  }

  /** What has timed out is not in flight any more, and still waits here for a reader that does not read. */
  get hasRoom(): boolean {
    return this.inFlight < this.bufferSize && this.call.writableLength < this.bufferSize
  }

  /** What is on its way is bounded by `bufferSize`, so there is no need to wait until the reader has taken it. */
  deliver(message: Message): void {
    this.inFlight++
    this.call.write(encodeEvent(message.resolved, this.uuids, message.retryCount))
  }

  drop(reason: Refusal): void {
    this.outlet.fail(reason)
  }
}
