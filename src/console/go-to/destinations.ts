import type { ConsoleRoute } from '../routing/route.ts'

export type DestinationPage = { title: string; path: readonly string[]; scope?: string }

export type Destination = { title: string } & (
  | { path: readonly string[]; query?: ConsoleRoute['query'] }
  /** Its id may have to stay out of the address. */
  | { person: string }
)

type Can = (scope: string) => boolean

/** Pages that are no places of the menu. */
const SUBPAGES: readonly DestinationPage[] = [
  { title: 'Request a refund', path: ['refunds', 'new'], scope: 'refund:write' },
  { title: 'Create an endpoint', path: ['webhooks', 'new'], scope: 'webhooks:manage' },
]

/** The page of a record, by the prefix of its id. */
const RECORDS: Readonly<Record<string, { title: string; scope: string; at: readonly string[] }>> = {
  rf: { title: 'Refund', scope: 'refund:read', at: ['refunds'] },
  alr: { title: 'Fraud alert', scope: 'fraud:review', at: ['fraud', 'alerts'] },
  wh: { title: 'Endpoint', scope: 'webhooks:manage', at: ['webhooks'] },
  sms: { title: 'Message', scope: 'sms:analyze', at: ['sms'] },
  det: { title: 'Detection', scope: 'detection:read', at: ['detections'] },
}

/** Ids have no spaces, save those that callers choose. */
const RECORD_ID = /^([a-z]+)_\S+$/

/** Where a text that a person typed leads, the likeliest first. `places`: those of the menu that the user may open. */
export function destinationsFor(text: string, places: readonly DestinationPage[], can: Can): readonly Destination[] {
  const typed = text.trim()
  const pages = [...places, ...SUBPAGES.filter(({ scope }) => scope === undefined || can(scope))]
  const named = pages.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
  if (typed === '') return named
  return [...recordsOf(typed, can), ...named, ...byIdOfCaller(typed, can)]
}

function recordsOf(id: string, can: Can): Destination[] {
  const record = RECORDS[RECORD_ID.exec(id)?.[1] ?? '']
  if (record === undefined || !can(record.scope)) return []
  return [{ title: `${record.title} ${id}`, path: [...record.at, id] }]
}

/** Users and transactions have ids that the caller chose: any text may be one. */
function byIdOfCaller(id: string, can: Can): Destination[] {
  if (RECORDS[RECORD_ID.exec(id)?.[1] ?? ''] !== undefined) return []
  const person = { title: `Person ${id}`, person: id }
  // Of a transaction, because an e-mail address has no place in the address of a page.
  if (id.includes('@')) return [person]
  return [
    person,
    ...(can('refund:read')
      ? [{ title: `Refunds of the transaction ${id}`, path: ['refunds'], query: { transaction_id: id } }]
      : []),
    ...(can('fraud:review')
      ? [{ title: `Alert of the transaction ${id}`, path: ['fraud'], query: { status: 'all', transaction_id: id } }]
      : []),
  ]
}
