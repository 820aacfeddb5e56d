import { z } from 'zod'
import { AddListEntryBody, addListEntry, addListEntryErrors } from '#commands/fraud/add-list-entry.ts'
import { RemoveListEntryBody, removeListEntry, removeListEntryErrors } from '#commands/fraud/remove-list-entry.ts'
import { isActive, type ListEntry, lists } from '#domain/fraud/lists/decider.ts'
import { LIST_KINDS, LISTS } from '#domain/fraud/lists/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { timestamp } from '#values/instant.ts'
import { pageLimit } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const PAGE_DEFAULT = 100
const PAGE_MAX = 1_000

const ListEntryResponse = z
  .object({
    entry_id: z.string().describe('Id of the entry: `fle_` and a UUID.'),
    list: z.enum(LISTS).describe('The list of the entry.'),
    kind: z.enum(LIST_KINDS).describe('Type of the value.'),
    value: z.string().describe('The value; for `ip_range` in CIDR form.'),
    reason: z.string().describe('Why it was added.'),
    expires_at: z.string().nullable().describe('When it expires; null = never; ISO 8601, UTC, milliseconds.'),
    added_at: timestamp('When it was added'),
    added_by: z.string().describe('Who added it.'),
  })
  .meta({ id: 'FraudListEntry', description: "An entry of a client's allow or block list." })

const RemovedListEntryResponse = z.object({
  entry_id: z.string().describe('The entry that was removed.'),
  removed: z.literal(true).describe('Always true.'),
})

const ListEntriesQuery = z.object({
  list: z.enum(LISTS).optional().describe('Only entries of this list.'),
  kind: z.enum(LIST_KINDS).optional().describe('Only entries of this kind.'),
  value: plainText(256).optional().describe('Only entries with exactly this value.'),
  limit: pageLimit(PAGE_MAX, PAGE_DEFAULT).describe(`Entries per page, 1 to ${PAGE_MAX}.`),
  cursor: plainText(256).optional().describe('`next_cursor` of the previous page.'),
})

const tags = ['fraud']

const listFraudListsOperation = {
  config: { scope: 'fraud:review' },
  schema: {
    tags,
    operationId: 'listFraudLists',
    summary: 'List entries of the allow and block lists',
    description: "Entries of your client's lists that have not expired, newest first.",
    querystring: ListEntriesQuery,
    response: {
      200: z
        .object({
          data: z.array(ListEntryResponse).describe('The entries of this page, newest first.'),
          next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
        })
        .describe('A page of entries.'),
    },
  },
} as const

const addFraudListEntryOperation = {
  config: { scope: 'fraud:admin', errors: addListEntryErrors },
  schema: {
    tags,
    operationId: 'addFraudListEntry',
    summary: 'Add an entry to a list',
    description: prose(
      'Adds an entry that overrides the model and the rules in all later scores. CONFLICT: the value is already on',
      'the list; `details.entry_id` names the entry.',
    ),
    body: AddListEntryBody,
    response: { 201: ListEntryResponse.describe('The new entry.') },
  },
} as const

const removeFraudListEntryOperation = {
  config: { scope: 'fraud:admin', errors: removeListEntryErrors },
  schema: {
    tags,
    operationId: 'removeFraudListEntry',
    summary: 'Remove an entry from a list',
    description: prose(
      'Removes the entry for all later scores. Earlier scores keep it in their record. The audit has the reason, which',
      'may be left out with the body.',
    ),
    params: z.object({ entry_id: z.string().describe('Id of the entry.') }),
    body: RemoveListEntryBody,
    response: { 200: RemovedListEntryResponse.describe('The entry was removed.') },
  },
} as const

/** Not in the spec. */
export function listRoutes(api: Api, service: Service): void {
  const loadLists = async (clientId: string) => (await service.execute.load(lists, lists.id(clientId))).state

  api.get('/fraud/lists', listFraudListsOperation, async ({ caller, query }) => {
    const { list, kind, value, limit, cursor } = query
    const after = cursor === undefined ? null : readCursor(cursor, z.tuple([z.string()]), 'INVALID_REQUEST')[0]
    const now = service.now()
    const matching = [...(await loadLists(caller.client_id)).values()]
      .filter(
        entry => isActive(entry, now) && (list ?? entry.list) === entry.list && (kind ?? entry.kind) === entry.kind,
      )
      .filter(entry => (value ?? entry.value) === entry.value && (after === null || entry.entry_id < after))
      .sort((a, b) => (a.entry_id < b.entry_id ? 1 : -1))
    const data = matching.slice(0, limit)
    const last = data.at(-1)
    const next_cursor = matching.length > limit && last !== undefined ? cursorOf(last.entry_id) : null
    return { data: data.map(recordOf), next_cursor }
  })

  api.post('/fraud/lists', addFraudListEntryOperation, async (request, reply) =>
    reply.code(201).send(recordOf(await addListEntry(service, contextOf(request, service.now()), request.body))),
  )

  api.delete('/fraud/lists/:entry_id', removeFraudListEntryOperation, async request => {
    await removeListEntry(service, contextOf(request, service.now()), { ...request.params, ...request.body })
    return { ...request.params, removed: true as const }
  })
}

function recordOf({ client_id: _, ...entry }: ListEntry) {
  return entry
}
