import pMap from 'p-map'
import { z } from 'zod'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { assertNotRestricted } from '#services/notifications/requester.ts'
import { optional } from '#values/optional.ts'
import type { Person } from '#values/person.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { markRead } from './mark-read.ts'

export const MarkAllReadBody = z
  .object({
    user_id: optional(plainText(ID_LENGTH_MAX)).describe(
      'The user, by your own id. A consumer is always the user of the token and needs no body.',
    ),
  })
  .nullish()
  .transform(body => body ?? { user_id: null })
export type MarkAllReadBody = z.output<typeof MarkAllReadBody>

const CONCURRENCY = 32

/**
 * Marks notifications of a user as read and returns how many were unread. Errors: INVALID_REQUEST for a restricted
 * person.
 */
export async function markAllRead(
  service: Pick<Service, 'execute'>,
  context: Context,
  person: Person,
  ids: readonly string[],
): Promise<number> {
  await assertNotRestricted(service, person)
  const marked = await pMap(
    ids,
    (id, index) => markRead(service, { ...context, command_id: `${context.command_id}:${index}` }, id),
    { concurrency: CONCURRENCY },
  )
  return marked.filter(({ isNew }) => isNew).length
}
