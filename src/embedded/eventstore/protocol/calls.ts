import {
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import type { AccessCheck } from './access.ts'
import { StatusError, shuttingDown } from './errors.ts'

type StreamingCall = ServerWritableStream<unknown, Buffer> | ServerDuplexStream<unknown, Buffer>
type Call = StreamingCall | ServerUnaryCall<unknown, Buffer> | ServerReadableStream<unknown, Buffer>
type Handler = (call: never, callback: sendUnaryData<Buffer>) => void

/** Checks access of each call, and knows the open ones, so that the node can end them. */
export function createCalls() {
  const open = new Set<() => void>()

  function streaming(handler: Handler, checkAccess: AccessCheck) {
    return (call: StreamingCall): void => {
      const refusal = checkAccess(call.metadata)
      if (refusal !== undefined) return void call.emit('error', refusal)
      const end = () => void call.emit('error', new StatusError(status.CANCELLED, 'The node is shutting down.'))
      open.add(end)
      for (const event of ['close', 'cancelled', 'finish', 'error']) call.on(event, () => open.delete(end))
      handler(call as never, () => {})
    }
  }

  function unary(handler: Handler, checkAccess: AccessCheck) {
    return (call: Call, callback: sendUnaryData<Buffer>): void => {
      const refusal = checkAccess(call.metadata)
      if (refusal !== undefined) return void callback(refusal)
      const end = (): void => answer(shuttingDown())
      const answer: sendUnaryData<Buffer> = (error, value) => {
        if (open.delete(end)) callback(error, value)
      }
      open.add(end)
      handler(call as never, answer)
    }
  }

  return {
    withAccessCheck(
      definition: Record<string, { readonly responseStream: boolean }>,
      service: Record<string, Handler>,
      checkAccess: AccessCheck,
    ): UntypedServiceImplementation {
      const guarded = Object.entries(service).map(([name, handler]) => {
        const guard = definition[name]?.responseStream ? streaming : unary
        return [name, guard(handler, checkAccess)] as const
      })
      return Object.fromEntries(guarded) as UntypedServiceImplementation
    },
    /** As a real server, CANCELLED for streams and UNAVAILABLE for unary calls: clients reconnect by it. */
    endAll(): void {
      for (const end of [...open]) end()
      open.clear()
    },
  }
}
