import {
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import type { Gate } from './access.ts'
import { Refusal, shuttingDown } from './errors.ts'

type Call =
  | ServerUnaryCall<never, Buffer>
  | ServerReadableStream<never, Buffer>
  | ServerWritableStream<never, Buffer>
  | ServerDuplexStream<never, Buffer>
type Handler = (call: never, callback: sendUnaryData<Buffer>) => void

/** Every call passes here once: it is let in or refused, and the ones that stay open are known, so that the node can end them. */
export class Calls {
  private readonly open = new Set<() => void>()

  /** The same handlers behind a gate. */
  guarded<Service extends Record<string, Handler>>(service: Service, gate: Gate): Service {
    const entries = Object.entries(service).map(([name, handler]) => [name, this.guard(handler, gate)])
    return Object.fromEntries(entries)
  }

  /** Ends streams with CANCELLED, which tells clients that the node left on purpose; a broken connection would be UNAVAILABLE. */
  cancelAll(): void {
    for (const end of [...this.open]) end()
    this.open.clear()
  }

  private guard(handler: Handler, gate: Gate): (call: Call, callback: sendUnaryData<Buffer>) => void {
    return (call, callback) => {
      const refusal = gate(call.metadata)
      if (refusal !== undefined) {
        if ('writableNeedDrain' in call) call.emit('error', refusal)
        else callback(refusal)
        return
      }
      const streaming = 'writableNeedDrain' in call
      let ended = false
      const answer: sendUnaryData<Buffer> = (error, value) => {
        this.open.delete(end)
        if (!ended) callback(error, value)
      }
      const end = (): void => {
        if (streaming) call.emit('error', new Refusal(status.CANCELLED, 'The node is shutting down.'))
        else answer(shuttingDown())
        ended = true
      }
      this.open.add(end)
      const forget = (): boolean => this.open.delete(end)
      for (const event of ['close', 'cancelled', 'finish', 'error']) if (streaming) call.on(event, forget)
      handler(call as never, answer)
    }
  }
}
