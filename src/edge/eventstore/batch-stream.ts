import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'

/**
 * All appends of the client go over one call. In two cases the client ends the process when its connection is lost:
 *
 * - Appends that wait for room in the connection are rejected in a promise that no caller can catch. So the call always
 *   reports room; the appends wait elsewhere in memory instead.
 * - A call that ends gives up every waiting append, those of the call after a reconnection too. A later answer then has
 *   no append, and the client throws. The exception is dropped here; the append is repeated with the same ids. The
 *   client also throws when a node answers that it is not the leader, without naming the leader.
 *
 * A call that the server or a proxy ends without an error is destroyed: the client would append to it for ever.
 */
const open: unknown = StreamsClient.prototype.batchAppend
if (typeof open !== 'function') throw new Error('the client makes its batch append elsewhere now')

StreamsClient.prototype.batchAppend = function (this: StreamsClient, ...options: unknown[]) {
  const call: ReturnType<StreamsClient['batchAppend']> = open.apply(this, options)
  const { write, on } = call
  let unguarded = ['data', 'error']
  let failed = false
  call.on('error', () => {
    failed = true
  })
  call.on('end', () => {
    if (!failed) call.destroy(endedByServer())
  })
  return Object.assign(call, {
    write: (...chunk: unknown[]) => {
      Reflect.apply(write, call, chunk)
      return true
    },
    on: (event: string, listener: (...values: unknown[]) => void) => {
      // The client's own two listeners come first and stay; a guarded listener could not be removed.
      const isGuarded = event === unguarded[0]
      if (isGuarded) unguarded = unguarded.slice(1)
      return Reflect.apply(on, call, [event, isGuarded ? forgiving(listener) : listener])
    },
  })
}

/** The client sets base64 texts, which protobuf would decode twice, character by character. */
const { ProposedMessage } = streamsPb.BatchAppendReq
const { setData } = ProposedMessage.prototype
ProposedMessage.prototype.setData = function (data) {
  return setData.call(this, typeof data === 'string' ? Buffer.from(data, 'base64') : data)
}

function forgiving(listener: (...values: unknown[]) => void) {
  return (...values: unknown[]) => {
    try {
      listener(...values)
    } catch {
      // An append without a readable answer has its own timeout.
    }
  }
}

function endedByServer(): Error {
  const details = 'the call was ended by the server'
  return Object.assign(new Error(details), { code: status.INTERNAL, details })
}
