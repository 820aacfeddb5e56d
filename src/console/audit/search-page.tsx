import { api, user } from '../api.ts'
import { PersonLink } from '../person/person-link.tsx'
import { replaceQuery, route } from '../routing/location.ts'
import { type ConsoleRoute, formatRoute } from '../routing/route.ts'
import { AuditLink } from '../ui/audit-link.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import { AuditSubPages } from './audit-sub-pages.tsx'
import { FAMILIES, isFamily } from './families.ts'
import { type AuditPage, type KeptSearch, keptSearch } from './kept-search.ts'
import { auditFiltersOf, auditQueryOf } from './search-filters.ts'
import { AuditSearchForm } from './search-form.tsx'

type Query = ConsoleRoute['query']
type FoundEvent = AuditPage['data'][number]

/** The audit records each reading, so nothing is read before a person presses a button. */
export function AuditSearchPage() {
  const filters = auditFiltersOf(route.value.query)
  const kept = isOf(keptSearch.value, filters) ? keptSearch.value : null
  const reading = useCommand(async () => {
    const search = keptSearch.peek()
    const caller = user.peek()?.id
    if (search === null) return
    const cursor = search.pages.at(-1)?.pagination.next_cursor ?? null
    const page = await api.searchAudit({ query: auditQueryOf(search.query, cursor) })
    // Another search, or the end of the session, may have come first.
    if (keptSearch.peek() !== search || user.peek()?.id !== caller) return
    keptSearch.value = { ...search, pages: [...search.pages, page], shown: search.pages.length }
  })
  const isReading = reading.state.is === 'running'
  const search = (query: Query) => {
    if (isReading) return
    replaceQuery(query)
    keptSearch.value = { query, pages: [], shown: 0 }
    void reading.start()
  }
  return (
    <>
      <AuditSubPages />
      <h1>Audit</h1>
      <AuditSearchForm
        query={filters}
        onSearch={search}
        onRemove={() => {
          keptSearch.value = null
          replaceQuery({})
        }}
      />
      {kept !== null && reading.state.is === 'failed' && <ProblemNote error={reading.state.error} />}
      <Results kept={kept} isReading={isReading} onOlder={() => void reading.start()} />
    </>
  )
}

function isOf(kept: KeptSearch | null, filters: Query): kept is KeptSearch {
  const address = (query: Query) => formatRoute({ path: [], query })
  return kept !== null && address(auditFiltersOf(kept.query)) === address(filters)
}

type ResultsProps = { kept: KeptSearch | null; isReading: boolean; onOlder(): void }

function Results({ kept, isReading, onOlder }: ResultsProps) {
  const page = kept?.pages[kept.shown]
  const show = (shown: number) => {
    if (kept !== null) keptSearch.value = { ...kept, shown }
  }
  return (
    <>
      <p role="status">{isReading ? 'Searching' : page === undefined ? '' : countOf(page)}</p>
      {page === undefined && !isReading && (
        <p>Fill in what you know, and search. The audit records each search with its filters and who sent it.</p>
      )}
      {page?.data.length === 0 && <p>No event matches. Remove a filter, or look at another time.</p>}
      {page !== undefined && page.data.length > 0 && (
        <RecordTable label="Events found" rows={page.data} columns={COLUMNS} idOf={({ event_id }) => event_id} />
      )}
      {kept !== null && page !== undefined && (
        <div class="actions">
          {kept.shown > 0 && (
            <button type="button" disabled={isReading} onClick={() => show(kept.shown - 1)}>
              Newer events
            </button>
          )}
          {page.pagination.next_cursor !== null && (
            <button
              type="button"
              disabled={isReading}
              onClick={() => (kept.shown + 1 < kept.pages.length ? show(kept.shown + 1) : onOlder())}
            >
              Older events
            </button>
          )}
        </div>
      )}
    </>
  )
}

function countOf({ data, pagination }: AuditPage): string {
  const count = `${data.length} ${data.length === 1 ? 'event' : 'events'}`
  return pagination.has_more ? `${count} on this page; there are more` : count
}

const COLUMNS: readonly Column<FoundEvent>[] = [
  { title: 'Time', cell: ({ at }) => <Time at={at} /> },
  { title: 'Event', cell: ({ type }) => type },
  {
    title: 'Record',
    cell: ({ family, id, revision }) => (
      <>
        {isFamily(family) ? FAMILIES[family] : family}{' '}
        <AuditLink text={id} path={[family, id]} query={{ event: String(revision) }} />
      </>
    ),
  },
  { title: 'By', cell: ({ actor }) => `${actor.sub} (${actor.role})` },
  { title: 'Person', cell: ({ subject }) => subject !== null && <PersonLink id={subject} /> },
  { title: 'Reason', cell: ({ reason }) => reason },
]
