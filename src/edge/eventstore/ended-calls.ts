import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { status } from '@grpc/grpc-js'

type Call = {
  on(event: 'error' | 'end', listener: () => void): unknown
  destroy(error: Error): unknown
}

/**
 * A call that takes and gives is over for the client only when both sides have ended, and the client ends none from its side. One that the
 * server, or a proxy before it, ends without an error is kept, then: every later append goes into it and gets no answer, and a client that
 * is closed waits for it for ever. Here it ends as a lost one does.
 */
const open: unknown = StreamsClient.prototype.batchAppend
if (typeof open !== 'function') throw new Error('the client makes its batch append elsewhere now')

Reflect.set(StreamsClient.prototype, 'batchAppend', function (this: unknown, ...options: unknown[]) {
  const call: Call = open.apply(this, options)
  let failed = false
  call.on('error', () => {
    failed = true
  })
  call.on('end', () => {
    if (!failed) call.destroy(endedByServer())
  })
  return call
})

/** In the shape of grpc's own errors. */
function endedByServer(): Error {
  const details = 'the call was ended by the server'
  return Object.assign(new Error(details), { code: status.INTERNAL, details })
}
