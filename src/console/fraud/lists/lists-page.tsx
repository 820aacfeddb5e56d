import { useRef, useState } from 'preact/hooks'
import { api, can } from '../../api.ts'
import { replaceQuery, route } from '../../routing/location.ts'
import { formatRoute } from '../../routing/route.ts'
import { useKept } from '../../session/use-kept.ts'
import { FilterForm, filterOptions } from '../../ui/filter-form.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RecordSource } from '../../ui/record-source.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { EntryTable } from './entry-table.tsx'
import { ENTRY_KINDS, FRAUD_LISTS, type ListEntryAnswer, listQueryOf } from './list-filters.ts'
import { RemoveEntryDialog } from './remove-entry-dialog.tsx'

const SELECTS = [
  { name: 'list', label: 'List', options: filterOptions('both', FRAUD_LISTS) },
  { name: 'kind', label: 'Kind', options: filterOptions('any', ENTRY_KINDS) },
]
const TEXTS = [['value', 'Exactly this value']] as const

export function ListsPage() {
  const { query } = route.value
  const { answer, error, isLoading, reload } = useLastAnswer(
    signal => api.listFraudLists({ query: listQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  const kept = useKept<ListEntryAnswer | null>('removing', null)
  const removing = kept.value
  const setRemoving = (entry: ListEntryAnswer | null) => {
    kept.value = entry
  }
  const [removed, setRemoved] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const mayChange = can('fraud:admin')
  return (
    <>
      <div class="title">
        <h1>Fraud lists</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
        {mayChange && (
          <a class="button primary" href={formatRoute({ path: ['fraud', 'lists', 'new'] })}>
            Add an entry
          </a>
        )}
      </div>
      <p>
        A value on the block list has the score 1. A value on the allow list raises no alert, unless it is blocked too.
        Entries that have expired are not listed.
      </p>
      <FilterForm
        label="Filter entries"
        query={query}
        onChange={replaceQuery}
        selects={SELECTS}
        texts={TEXTS}
        times={[]}
      />
      <ProblemNote error={error} />
      <p role="status" ref={status} tabIndex={-1}>
        {removed !== null ? `The entry ${removed} is removed.` : isLoading ? 'Loading' : ''}
      </p>
      {answer !== null && answer.data.length > 0 && (
        <EntryTable entries={answer.data} onRemove={mayChange ? setRemoving : null} />
      )}
      {answer?.data.length === 0 && <Empty isFiltered={Object.keys(query).length > 0} mayChange={mayChange} />}
      <PageLinks label="Pages of the lists" path={['fraud', 'lists']} query={query} next={answer?.next_cursor} />
      {answer !== null && <RecordSource record={answer} path="/fraud/lists" query={listQueryOf(query)} />}
      {removing !== null && (
        <RemoveEntryDialog
          entry={removing}
          onSent={reload}
          onClose={isRemoved => {
            setRemoving(null)
            setRemoved(isRemoved ? removing.value : null)
            // The button that opened it is gone with its row.
            if (isRemoved) status.current?.focus()
          }}
        />
      )}
    </>
  )
}

function Empty({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  if (isFiltered) return <p>No entry matches these filters. Remove one, or go to the first page.</p>
  return (
    <p>
      The lists are empty: every score is that of the model and the rules.{' '}
      {mayChange ? 'Add an entry to override them.' : 'Administrators may add entries.'}
    </p>
  )
}
