import { api, can } from '../api.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { knownSettings } from '../settings.ts'
import { countFailing } from './failing-endpoints.ts'
import { queryOf } from './time-range.ts'

export type WaitingCount = {
  count: number
  /** There are more than were counted. */
  isMore: boolean
  oldestSeconds?: number
  /** Filters of the list that the count is a link to. */
  query?: ConsoleRoute['query']
}

export type WaitingItem = {
  name: string
  scope: string
  one: string
  many: string
  path: readonly string[]
  /** Of the events that change the count; others are counted when a person reloads the page. */
  family?: string
  read(signal: AbortSignal): Promise<WaitingCount>
}

/** A count comes from one page: it is not worth a walk through all of them. */
const PAGE_SIZE = 100
/** Payments take seconds. */
const PROCESSING_MS_MAX = 60_000

const ITEMS: readonly WaitingItem[] = [
  {
    name: 'unassigned alerts',
    scope: 'fraud:review',
    one: 'alert without an assignee',
    many: 'alerts without an assignee',
    path: ['fraud'],
    family: 'fraud',
    async read(signal) {
      const { data, pagination } = await api.listFraudAlerts(
        { query: { unassigned: 'true', limit: PAGE_SIZE } },
        { signal },
      )
      // The newest are first.
      const oldestSeconds = data.at(-1)?.age_seconds
      return {
        ...{ count: data.length, isMore: pagination.has_more, query: { unassigned: 'true' } },
        ...(oldestSeconds === undefined ? {} : { oldestSeconds }),
      }
    },
  },
  {
    name: 'failed refunds',
    scope: 'refund:read',
    one: 'refund that failed',
    many: 'refunds that failed',
    path: ['refunds'],
    family: 'refund',
    read: signal => countRefunds({ status: 'failed' }, signal),
  },
  {
    name: 'late refunds',
    scope: 'refund:read',
    one: 'refund in processing for more than a minute',
    many: 'refunds in processing for more than a minute',
    path: ['refunds'],
    family: 'refund',
    async read(signal) {
      // The list knows when a refund was requested; it is processed when it can't be cancelled any more.
      const windowMs = (await knownSettings())?.refund_cancel_window_ms ?? 0
      const date_to = new Date(Date.now() - windowMs - PROCESSING_MS_MAX).toISOString()
      return countRefunds({ status: 'processing', date_to }, signal)
    },
  },
  {
    name: 'contradictions',
    scope: 'refund:reconcile',
    one: 'contradiction of the payment network, such as a voided refund that was paid',
    many: 'contradictions of the payment network, such as voided refunds that were paid',
    path: ['reconciliation'],
    async read(signal) {
      const query = { kind: 'contradicted' } as const
      const { data, pagination } = await api.listReconciliationFlags(
        { query: { ...query, limit: PAGE_SIZE } },
        { signal },
      )
      return { count: data.length, isMore: pagination.has_more, query }
    },
  },
  {
    name: 'endpoints that are off',
    scope: 'webhooks:manage',
    one: 'endpoint that is switched off',
    many: 'endpoints that are switched off',
    path: ['webhooks'],
    async read(signal) {
      const { data } = await api.listWebhooks({}, { signal })
      return { count: data.filter(({ status }) => status === 'disabled').length, isMore: false }
    },
  },
  {
    name: 'endpoints that fail',
    scope: 'webhooks:manage',
    one: 'endpoint that took nothing in 24 hours, of what was sent to it',
    many: 'endpoints that took nothing in 24 hours, of what was sent to them',
    path: ['webhooks'],
    async read(signal) {
      const query = queryOf('day', Date.now())
      const [{ data }, { endpoints }] = await Promise.all([
        api.listWebhooks({}, { signal }),
        api.getWebhookStatistics({ query }, { signal }),
      ])
      return { count: countFailing(data, endpoints), isMore: false }
    },
  },
  {
    name: 'erasures',
    scope: 'subjects:erase',
    one: 'erasure that is due',
    many: 'erasures that are due',
    path: ['erasures'],
    async read(signal) {
      const { data, pagination } = await api.listErasures({ query: { limit: PAGE_SIZE } }, { signal })
      return { count: data.filter(isDue).length, isMore: pagination.has_more }
    },
  },
]

/** What the user's scopes let them see to. */
export function waitingItems(): readonly WaitingItem[] {
  return ITEMS.filter(({ scope }) => can(scope))
}

async function countRefunds(query: { status: 'failed' | 'processing'; date_to?: string }, signal: AbortSignal) {
  const { pagination } = await api.listRefunds({ query: { ...query, page_size: '1' } }, { signal })
  return { count: pagination.total_items, isMore: pagination.total_capped, query }
}

type Erasure = Awaited<ReturnType<typeof api.listErasures>>['data'][number]

/** One that is retained waits for a time, not for a person. */
function isDue({ status, erasure: { retained_until } }: Erasure): boolean {
  return status !== 'retained' || (retained_until !== null && Date.parse(retained_until) <= Date.now())
}
