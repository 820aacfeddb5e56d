import type { MethodDefinition } from '@grpc/grpc-js'
import { WireReader } from '#embedded/eventstore/wire.ts'

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

function neverCalled(): never {
  throw new Error('a server does not serialize requests')
}
