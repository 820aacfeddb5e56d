import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { status } from '@grpc/grpc-js'

type Call = {
  on(event: 'error' | 'end', listener: () => void): unknown
  destroy(error: Error): unknown
}

/** Destroys a call that the server or a proxy ends without an error; the client would append to it for ever. */
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

function endedByServer(): Error {
  const details = 'the call was ended by the server'
  return Object.assign(new Error(details), { code: status.INTERNAL, details })
}
