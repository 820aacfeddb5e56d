import { LRUCache } from 'lru-cache'
import { clients } from '#domain/auth/clients/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { parsePart } from '#http/validation.ts'
import type { Service } from '#service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { isOfErased, personIn } from './erased-person.ts'
import type { InboundKind, Recording } from './inbound-kind.ts'
import { parseEnvelope, type QueuedMessage } from './queued-message.ts'

/**
 * `erased`: it is from before the erasure of its person, and dropped. `early`: it names what is not there yet. `bad`:
 * it is refused for ever. An outage or a bug is none of these: it is thrown.
 */
export type Fate =
  | { is: Recording | 'erased' }
  | { is: 'early'; refusal: Rejection; user_id: string | null }
  | { is: 'bad'; refusal: Rejection }

const UNAVAILABLE_STATUS_MIN = 500
/** A suspension takes effect after this. Each message would cost a reading of its client otherwise. */
const ACTIVE_MS_MAX = 1_000
const CLIENTS_MAX = 10_000

type Deps = Pick<Service, 'execute' | 'vault' | 'now' | 'tracing'>

/** Decides what becomes of a message, and runs the command of its kind. The same message may be taken again. */
export function createTakeMessage<S extends Deps & Service>(service: S, kinds: readonly InboundKind[]) {
  const byName = new Map(kinds.map(kind => [kind.kind, kind]))
  const active = new LRUCache<string, true>({ max: CLIENTS_MAX, ttl: ACTIVE_MS_MAX })

  async function assertActive(client_id: string): Promise<void> {
    if (active.has(client_id)) return
    const { state } = await service.execute.load(clients, client_id)
    if (state.status === 'active') return void active.set(client_id, true)
    const reason = state.status === 'absent' ? 'is not a known client' : 'is suspended'
    throw fieldRejection('INVALID_REQUEST', [{ field: 'client_id', reason }])
  }

  async function take(message: QueuedMessage): Promise<Fate> {
    const now = service.now()
    const kind = byName.get(message.kind)
    const { id, time, data } = parseEnvelope(message.payload, now)
    if (kind === undefined) throw fieldRejection('INVALID_REQUEST', [{ field: 'kind', reason: 'is not a known kind' }])
    const parsed = parsePart(kind.schema, data, 'data', kind.invalid, kind.missing)
    if (parsed instanceof Rejection) throw withinData(parsed)
    await assertActive(message.client_id)
    const person = personIn(data)
    if (await isOfErased(service, message, person)) return { is: 'erased' }
    const context = busContext(message.client_id, id, now)
    try {
      return { is: await kind.take(service, context, { id, time, data: parsed }) }
    } catch (error) {
      if (!(error instanceof Rejection) || error.status >= UNAVAILABLE_STATUS_MIN) throw error
      const refusal = withinData(error)
      return kind.isTooEarly?.(error) ? { is: 'early', refusal, user_id: person.user_id } : { is: 'bad', refusal }
    }
  }

  return async (message: QueuedMessage): Promise<Fate> => {
    const name = byName.has(message.kind) ? message.kind : 'unknown'
    const span = service.tracing?.start('server', `bus ${name}`, message.traceparent)
    const taking = () =>
      take(message).catch((error): Fate => {
        if (!(error instanceof Rejection) || error.status >= UNAVAILABLE_STATUS_MIN) throw error
        return { is: 'bad', refusal: error }
      })
    try {
      const fate = await (span === undefined ? taking() : span.within(taking))
      span?.end({ fate: fate.is }, 'ok')
      return fate
    } catch (error) {
      span?.end({}, 'failed')
      throw error
    }
  }
}
export type TakeMessage = ReturnType<typeof createTakeMessage>

/** The audit shows the client and the sender's id of the message. Each try has its own command id (systemContext). */
function busContext(client_id: string, id: string, now: Date): Context {
  const actor = { sub: 'bus', client_id, role: 'bus' }
  return { actor, request_id: id, command_id: newId('req'), correlation_id: id, causation_id: null, now }
}

/** Fields are named from the message's root on. */
function withinData({ code, details }: Rejection): Rejection {
  const fields = Array.isArray(details.fields) ? details.fields : []
  const [first, ...others] = fields.map(({ field, reason }) => ({
    field: field === 'data' ? field : `data.${field}`,
    reason,
  }))
  return first === undefined ? new Rejection(code, details) : fieldRejection(code, [first, ...others])
}
