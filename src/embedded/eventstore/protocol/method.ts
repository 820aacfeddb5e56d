import type { MethodDefinition } from '@grpc/grpc-js'
import { WireReader } from '#embedded/eventstore/wire.ts'

/** A method as grpc-js wants it, with bytes out and a decoder of our own in. */
export function method<Request>(
  path: string,
  shape: { requestStream: boolean; responseStream: boolean },
  decode: (reader: WireReader) => Request,
): MethodDefinition<Request, Buffer> {
  return {
    path,
    ...shape,
    requestDeserialize: bytes => decode(new WireReader(bytes)),
    responseSerialize: bytes => bytes,
    requestSerialize: neverCalled,
    responseDeserialize: neverCalled,
  }
}

/** The other halves belong to a client. */
function neverCalled(): never {
  throw new Error('a server does not serialize requests')
}
