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
export class Calls {
  private readonly open = new Set<() => void>()

  withAccessCheck(
    definition: Record<string, { readonly responseStream: boolean }>,
    service: Record<string, Handler>,
    checkAccess: AccessCheck,
  ): UntypedServiceImplementation {
    const guardedService: UntypedServiceImplementation = {}
    for (const [name, handler] of Object.entries(service)) {
      guardedService[name] = definition[name]?.responseStream
        ? this.streaming(handler, checkAccess)
        : this.unary(handler, checkAccess)
    }
    return guardedService
  }

  /** As a real server, CANCELLED for streams and UNAVAILABLE for unary calls: clients reconnect by it. */
  endAll(): void {
    for (const end of [...this.open]) end()
    this.open.clear()
  }

  private streaming(handler: Handler, checkAccess: AccessCheck) {
    return (call: StreamingCall): void => {
      const refusal = checkAccess(call.metadata)
      if (refusal !== undefined) {
        call.emit('error', refusal)
        return
      }
      const end = (): void => {
        call.emit('error', new StatusError(status.CANCELLED, 'The node is shutting down.'))
      }
      const forget = (): boolean => this.open.delete(end)
      this.open.add(end)
      for (const event of ['close', 'cancelled', 'finish', 'error']) call.on(event, forget)
      handler(call as never, () => {})
    }
  }

  private unary(handler: Handler, checkAccess: AccessCheck) {
    return (call: Call, callback: sendUnaryData<Buffer>): void => {
      const refusal = checkAccess(call.metadata)
      if (refusal !== undefined) {
        callback(refusal)
        return
      }
      const end = (): void => answer(shuttingDown())
      const answer: sendUnaryData<Buffer> = (error, value) => {
        if (this.open.delete(end)) callback(error, value)
      }
      this.open.add(end)
      handler(call as never, answer)
    }
  }
}
