import type { Context } from '#event-sourcing/context.ts'
import { parsePart } from '#http/validation.ts'
import type { Service } from '#service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import type { ClientRefusals } from './client-refusals.ts'
import { isOfErased, isRefusedOfErased, personIn } from './erased-person.ts'
import type { InboundKind, Recording } from './inbound-kind.ts'
import { dataIn, parseEnvelope, type QueuedMessage } from './queued-message.ts'

/**
 * `erased`: it is from before the erasure of its person, and dropped. `early`: it names what is not there yet. `bad`:
 * it is refused for ever. An outage or a bug is none of these: it is thrown.
 */
export type Fate =
  | { is: Recording | 'erased' }
  | { is: 'early'; refusal: Rejection; user_id: string | null }
  | { is: 'bad'; refusal: Rejection }

const UNAVAILABLE_STATUS_MIN = 500

type Deps = Pick<Service, 'execute' | 'vault' | 'now' | 'tracing'>

/** Decides what becomes of a message, and runs the command of its kind. The same message may be taken again. */
export function createTakeMessage<S extends Deps & Service>(
  service: S,
  kinds: readonly InboundKind[],
  clients: ClientRefusals,
) {
  const byName = new Map(kinds.map(kind => [kind.kind, kind]))

  /** Throws the Rejection of a message that is refused. */
  async function record(message: QueuedMessage, kind: InboundKind | undefined): Promise<Recording | 'erased'> {
    const refusal = await clients.refusalOf(message.client_id)
    if (refusal !== null) throw refusal
    const now = service.now()
    const { id, time, data } = parseEnvelope(message.payload, now)
    if (kind === undefined) throw fieldRejection('INVALID_REQUEST', [{ field: 'kind', reason: 'is not a known kind' }])
    const parsed = parsePart(kind.schema, data, 'data', kind.invalid, kind.missing)
    if (parsed instanceof Rejection) throw withinData(parsed)
    if (await isOfErased(service, message, personIn(data))) return 'erased'
    try {
      return await kind.take(service, busContext(message.client_id, id, now), { id, time, data: parsed })
    } catch (error) {
      throw isRefusal(error) ? withinData(error) : error
    }
  }

  async function take(message: QueuedMessage): Promise<Fate> {
    const kind = byName.get(message.kind)
    try {
      return { is: await record(message, kind) }
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (await isRefusedOfErased(service, message, kind)) return { is: 'erased' }
      if (!kind?.isTooEarly?.(error)) return { is: 'bad', refusal: error }
      return { is: 'early', refusal: error, user_id: personIn(dataIn(message.payload)).user_id }
    }
  }

  return async (message: QueuedMessage): Promise<Fate> => {
    const name = byName.has(message.kind) ? message.kind : 'unknown'
    const span = service.tracing?.start('server', `bus ${name}`, message.traceparent)
    const taking = () => take(message)
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

function isRefusal(error: unknown): error is Rejection {
  return error instanceof Rejection && error.status < UNAVAILABLE_STATUS_MIN
}

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
