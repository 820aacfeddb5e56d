import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'

/**
 * All appends of the client go over one call, and the client ends the process in some cases when a connection is lost under it:
 *
 * - Appends that wait for room in the connection are rejected inside a promise that nobody can catch. So the call always says that it has
 *   room. That costs no memory: what waits is the same, here or there.
 * - When a call ends, every append that waits for an answer is given up, also those on another call. (After a reconnection there are two:
 *   the old one lives until its own connection goes.) An answer to an append that was given up is then an answer to nothing, and the client
 *   throws. It is dropped here; the append is repeated with the same ids by whoever gave it up. It throws too where a node says that it does
 *   not lead and not who does.
 */
const open: unknown = StreamsClient.prototype.batchAppend
if (typeof open !== 'function') throw new Error('the client makes its batch append elsewhere now')

StreamsClient.prototype.batchAppend = function (this: StreamsClient, ...options: unknown[]) {
  const call: ReturnType<StreamsClient['batchAppend']> = open.apply(this, options)
  const { write, on } = call
  let unguarded = ['data', 'error']
  return Object.assign(call, {
    write: (...chunk: unknown[]) => {
      Reflect.apply(write, call, chunk)
      return true
    },
    on: (event: string, listener: (...values: unknown[]) => void) => {
      // The client's own two listeners, which come first and stay: a guarded one could not be taken away again.
      const isGuarded = event === unguarded[0]
      if (isGuarded) unguarded = unguarded.slice(1)
      return Reflect.apply(on, call, [event, isGuarded ? forgiving(listener) : listener])
    },
  })
}

function forgiving(listener: (...values: unknown[]) => void) {
  return (...values: unknown[]) => {
    try {
      listener(...values)
    } catch {
      // Whoever waits for an answer that cannot be read has a deadline of its own.
    }
  }
}
