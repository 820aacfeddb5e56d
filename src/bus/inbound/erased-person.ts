import { isFromBeforeErasure } from '#privacy/access-status.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'
import type { QueuedMessage } from './queued-message.ts'

type NamedPerson = { user_id: string | null; email: string | null }

/** The person whom the data of a message name, as every kind of message does. */
export function personIn({ user_id, email }: Record<string, unknown>): NamedPerson {
  return { user_id: textOrNull(user_id), email: textOrNull(email) }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Whether a message is from before the erasure of its person. */
export async function isOfErased(
  service: Pick<Service, 'execute' | 'vault'>,
  { client_id, published_at }: Pick<QueuedMessage, 'client_id' | 'published_at'>,
  { user_id, email }: NamedPerson,
): Promise<boolean> {
  const ids = [user_id, email === null ? null : userIdOf(service.vault, email)].filter(id => id !== null)
  const erased = await Promise.all(
    ids.map(id => isFromBeforeErasure(service, { client_id, user_id: id }, published_at)),
  )
  return erased.includes(true)
}
