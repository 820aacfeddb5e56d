import { connect, headers as createHeaders, type JetStreamManager, type NatsConnection } from 'nats'
import { DEAD_HEADERS } from '#bus/inbound/dead-letters.ts'
import { DEAD_STREAM, INBOUND_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { until } from './client.ts'

export type DeadMessage = {
  subject: string
  code: string
  field: string
  reason: string
  text: string
  headers: readonly string[]
}

/** What a module around the service does: it publishes, and looks at what was refused. */
export type BusClient = {
  connection: NatsConnection
  manager: JetStreamManager
  /** `security.in.<client_id>.<kind>`. Resolves with the sequence when the broker keeps it. */
  publish(client_id: string, kind: string, message: unknown, headers?: Record<string, string>): Promise<number>
  waiting(): Promise<number>
  dead(): Promise<DeadMessage[]>
  /** Until nothing waits in the stream. */
  untilTaken(msMax?: number): Promise<void>
  close(): Promise<void>
}

export async function connectBus(url: string): Promise<BusClient> {
  const connection = await connect({ servers: url })
  const manager = await connection.jetstreamManager()
  await until(
    () => nullIfMissing(manager.streams.info(INBOUND_STREAM)),
    info => info !== null,
    30_000,
  )
  const stream = connection.jetstream()

  async function waiting() {
    return (await manager.streams.info(INBOUND_STREAM)).state.messages
  }

  return {
    connection,
    manager,
    async publish(client_id, kind, message, given = {}) {
      const headers = createHeaders()
      for (const [name, value] of Object.entries(given)) headers.set(name, value)
      const payload =
        message instanceof Uint8Array
          ? message
          : Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
      return (await stream.publish(`security.in.${client_id}.${kind}`, payload, { headers })).seq
    },
    waiting,
    async dead() {
      const { state } = await manager.streams.info(DEAD_STREAM)
      const found: DeadMessage[] = []
      for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
        const message = await nullIfMissing(manager.streams.getMessage(DEAD_STREAM, { seq }))
        if (message === null) continue
        const { header, subject, data } = message
        found.push({
          subject,
          ...{ code: header.get(DEAD_HEADERS.code), field: header.get(DEAD_HEADERS.field) },
          reason: header.get(DEAD_HEADERS.reason),
          text: Buffer.from(data).toString(),
          headers: header.keys(),
        })
      }
      return found
    },
    async untilTaken(msMax = 20_000) {
      await until(waiting, count => count === 0, msMax)
    },
    close: () => connection.close(),
  }
}
