import { z } from 'zod'
import { type ListEntry, lists } from '#domain/fraud/lists/decider.ts'
import { LIST_KINDS, LISTS } from '#domain/fraud/lists/events.ts'
import { rangeOf } from '#domain/fraud/lists/match.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { invalidatePolicy } from '#services/fraud/policy-cache.ts'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const VALUE_LENGTH_MAX = 256
const REASON_LENGTH_MAX = 500

export const AddListEntryBody = z.strictObject({
  list: z
    .enum(LISTS)
    .describe(
      prose(
        'With `block` the score is 1 and the recommendation deny. With `allow` the score stays, without an alert,',
        'and the recommendation is approve. A block overrides an allow.',
      ),
    ),
  kind: z.enum(LIST_KINDS).describe('Type of the value.'),
  value: plainText(VALUE_LENGTH_MAX).describe(
    prose(
      "Your id of the user, account or merchant (or the merchant's name if it has no id), the device's fingerprint,",
      'or for `ip_range` an address or a range in CIDR form.',
    ),
  ),
  reason: plainText(REASON_LENGTH_MAX).describe('Reason for the entry.'),
  expires_at: instant
    .nullish()
    .transform(text => (text === null || text === undefined ? null : new Date(text).toISOString()))
    .describe('When the entry expires; never by default.'),
})

export const addListEntryErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/** Throws INVALID_REQUEST, and CONFLICT when the value is already on the list. */
export async function addListEntry(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  input: z.output<typeof AddListEntryBody>,
): Promise<ListEntry> {
  const { client_id } = context.actor
  if (input.expires_at !== null && Date.parse(input.expires_at) <= context.now.getTime())
    throw fieldRejection('INVALID_REQUEST', [{ field: 'expires_at', reason: 'must be in the future' }])
  const value = input.kind === 'ip_range' ? rangeOf(input.value) : input.value
  if (value === null)
    throw fieldRejection('INVALID_REQUEST', [
      { field: 'value', reason: 'must be an IP address or a range in CIDR form' },
    ])
  const entry = { ...input, client_id, entry_id: newId('fle'), value }
  const add = { type: 'add', entry, now: context.now } as const
  const { events } = await execute.run(lists, lists.id(client_id), add, context)
  invalidatePolicy(execute, client_id)
  // The event, not the state: an entry that expires within milliseconds is already gone from the state.
  const { at, metadata } = events[0]!
  return { ...entry, added_at: at, added_by: metadata.actor.sub }
}
