import { type ConsoleRoute, isPrivateText } from '../routing/route.ts'

export type DestinationPage = { title: string; path: readonly string[] }

export type Destination = { title: string } & (
  | { path: readonly string[]; query?: ConsoleRoute['query'] }
  /** Its id may have to stay out of the address. */
  | { person: string }
)

type Can = (scope: string) => boolean

/** Pages that are no places of the menu. */
const SUBPAGES: readonly (DestinationPage & { scope: string })[] = [
  { title: 'Request a refund', path: ['refunds', 'new'], scope: 'refund:write' },
  { title: 'Create an endpoint', path: ['webhooks', 'new'], scope: 'webhooks:manage' },
  { title: 'Fraud lists', path: ['fraud', 'lists'], scope: 'fraud:review' },
  { title: 'Fraud policy', path: ['fraud', 'policy'], scope: 'fraud:review' },
  { title: 'Analyse a message', path: ['sms', 'new'], scope: 'sms:analyze' },
  { title: 'VPN sessions', path: ['vpn', 'sessions'], scope: 'vpn:use' },
  { title: 'Send a notification', path: ['push', 'send'], scope: 'notify:send' },
  { title: 'Report a detection', path: ['detections', 'new'], scope: 'detection:write' },
  { title: 'Roles', path: ['team', 'roles'], scope: 'users:admin' },
  { title: 'Service accounts', path: ['team', 'service-accounts'], scope: 'users:admin' },
  { title: 'Export of the audit', path: ['audit', 'export'], scope: 'audit:read' },
  { title: 'Verify an export', path: ['audit', 'verify'], scope: 'audit:read' },
  { title: 'Status of the audit', path: ['audit', 'status'], scope: 'audit:read' },
  { title: 'Reconcile a statement', path: ['reconciliation', 'statement'], scope: 'refund:reconcile' },
]

/** The page of a record, by the prefix of its id. */
const RECORDS: Readonly<Record<string, { title: string; at: readonly string[] }>> = {
  rf: { title: 'Refund', at: ['refunds'] },
  alr: { title: 'Fraud alert', at: ['fraud', 'alerts'] },
  wh: { title: 'Endpoint', at: ['webhooks'] },
  sms: { title: 'Message', at: ['sms'] },
  vps: { title: 'Tunnel', at: ['vpn', 'sessions'] },
  det: { title: 'Detection', at: ['detections'] },
  usr: { title: 'User', at: ['team', 'users'] },
  req: { title: 'What followed from', at: ['audit', 'requests'] },
}

/** Of records without a page of their own. */
const OTHER_PREFIXES = ['evt', 'dlv', 'ntf', 'dev', 'flg', 'rcv', 'clt', 'svc']

/** Ids have no spaces, save those that callers choose. */
const RECORD_ID = /^([a-z]+)_\S+$/
/** Users of this service are people too. */
const USER_PREFIX = 'usr'

/** Where a text that a person typed leads, the likeliest first. `places`: those of the menu that the user may open. */
export function destinationsFor(text: string, places: readonly DestinationPage[], can: Can): readonly Destination[] {
  const typed = text.trim()
  const pages = [...places, ...SUBPAGES.filter(({ scope }) => can(scope))]
  const named = pages.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
  if (typed === '') return named
  const prefix = RECORD_ID.exec(typed)?.[1] ?? ''
  return [...recordsOf(prefix, typed, places), ...named, ...byIdOfCaller(prefix, typed, can)]
}

function recordsOf(prefix: string, id: string, places: readonly DestinationPage[]): Destination[] {
  const record = RECORDS[prefix]
  if (record === undefined || !places.some(({ path }) => path[0] === record.at[0])) return []
  return [{ title: `${record.title} ${id}`, path: [...record.at, id] }]
}

/** Users and transactions have ids that the caller chose: any text may be one. */
function byIdOfCaller(prefix: string, id: string, can: Can): Destination[] {
  const person = { title: `Person ${id}`, person: id }
  if (prefix === USER_PREFIX) return [person]
  if (RECORDS[prefix] !== undefined || OTHER_PREFIXES.includes(prefix)) return []
  // Not of a transaction: an e-mail address has no place in the address of a page.
  if (isPrivateText(id)) return [person]
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
