import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, owner, plain } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

export const LISTS = ['allow', 'block'] as const
export const LIST_KINDS = ['user', 'account', 'merchant', 'device', 'ip_range'] as const
export type ListKind = (typeof LIST_KINDS)[number]

const idFields = { client_id: owner(z.string()), entry_id: plain(z.string()) }

const ListEntryAdded = z.strictObject({
  ...idFields,
  ...plain({ list: z.enum(LISTS), kind: z.enum(LIST_KINDS) }),
  /** The client's own id, the device's fingerprint, or an address range in CIDR form. */
  value: internal(z.string()),
  reason: plain(z.string()),
  /** ISO 8601 UTC; null = does not expire. */
  expires_at: plain(z.string().nullable()),
})

/** `reason` is missing where the caller named none. */
const ListEntryRemoved = z.strictObject({ ...idFields, reason: plain(z.string().optional()) })

const ListEvents = { ListEntryAdded, ListEntryRemoved }

export type ListEvent = EventOf<typeof ListEvents>
export type ListEntryData = z.infer<typeof ListEntryAdded>

export const listStreams = {
  ...category({ prefix: 'fraudlists-', events: ListEvents }),
  id: (clientId: string) => derivedUuid('fraudlists', clientId),
}
