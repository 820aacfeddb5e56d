import { isErased, isFromBeforeErasure } from '#privacy/access-status.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'
import type { InboundKind } from './inbound-kind.ts'
import { dataIn, type QueuedMessage } from './queued-message.ts'

/** Longer texts are refused: they name no person. */
const NAME_LENGTH_MAX = 256

type NamedPerson = { user_id: string | null; email: string | null }
type Deps = Pick<Service, 'execute' | 'vault'>

/** The person whom the data of a message name, as every kind of message does. */
export function personIn({ user_id, email }: Record<string, unknown>): NamedPerson {
  return { user_id: nameOrNull(user_id), email: nameOrNull(email) }
}

const nameOrNull = (value: unknown) => (typeof value === 'string' && value.length <= NAME_LENGTH_MAX ? value : null)

/** Whether a message is from before the erasure of its person. */
export async function isOfErased(
  service: Deps,
  { client_id, published_at }: Pick<QueuedMessage, 'client_id' | 'published_at'>,
  { user_id, email }: NamedPerson,
): Promise<boolean> {
  const ids = [user_id, email === null ? null : userIdOf(service.vault, email)].filter(id => id !== null)
  const erased = await Promise.all(
    ids.map(id => isFromBeforeErasure(service, { client_id, user_id: id }, published_at)),
  )
  return erased.includes(true)
}

/** As `isOfErased`, of a message that is refused: it may be anything, and may name what belongs to a person. */
export async function isRefusedOfErased(
  service: Deps,
  message: Pick<QueuedMessage, 'client_id' | 'published_at' | 'payload'>,
  kind: Pick<InboundKind, 'findRecord'> | undefined,
): Promise<boolean> {
  const data = dataIn(message.payload)
  if (await isOfErased(service, message, personIn(data))) return true
  const { client_id, published_at } = message
  const record = (await kind?.findRecord?.(service, client_id, data)) ?? null
  if (record === null) return false
  const person = { client_id, user_id: record.user_id }
  return (await isErased(service, person, record.stream)) || (await isFromBeforeErasure(service, person, published_at))
}
