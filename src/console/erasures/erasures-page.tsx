import { useEffect } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { mayBeInAddress } from '../person/person-id.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { useKept } from '../session/use-kept.ts'
import { PageLinks } from '../ui/page-links.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { LEGAL_BASES } from './erasure-words.ts'
import { PersonErasure } from './person-erasure.tsx'

type ErasureList = Answer<'listErasures'>
type Row = ErasureList['data'][number]

export function ErasuresPage() {
  const { query } = route.value
  /** Whose id stays out of the address. */
  const held = useKept('person', '')
  const { cursor, user_id } = query
  const person = user_id ?? held.value
  const { answer, error, isLoading, reload } = useAnswer(
    signal => api.listErasures({ query: cursor === undefined ? {} : { cursor } }, { signal }),
    [cursor ?? ''],
  )
  /** A client may know people by their e-mail address, and the browser keeps the history of addresses. */
  const choose = (user_id: string) => {
    const isShown = mayBeInAddress(user_id)
    held.value = isShown ? '' : user_id
    replaceQuery({ ...query, user_id: isShown ? user_id : '' })
  }
  // Another page or a person wrote it there.
  useEffect(() => {
    if (user_id !== undefined) choose(user_id)
  }, [user_id])
  return (
    <>
      <PageTitle title="Erasures" reload={reload} />
      <PersonForm person={person} onChoose={choose} />
      {person !== '' && <PersonErasure key={person} id={person} onRequested={reload} />}
      <section aria-labelledby="list-title">
        <h2 id="list-title">Under way</h2>
        <ProblemNote error={error} />
        <p role="status">{isLoading ? 'Loading' : answer === null ? '' : countOf(answer)}</p>
        {answer !== null && answer.data.length > 0 && <ErasureTable erasures={answer.data} onChoose={choose} />}
        {answer?.data.length === 0 && (
          <p>No erasure is under way. Find a person above to request one; erasures that are done are not listed.</p>
        )}
        <PageLinks label="Pages of the list" path={['erasures']} query={query} next={answer?.pagination.next_cursor} />
      </section>
    </>
  )
}

function PersonForm({ person, onChoose }: { person: string; onChoose(user_id: string): void }) {
  const find = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement).get('person')
    onChoose(String(given ?? '').trim())
  }
  return (
    <search aria-label="Find a person">
      <form class="filters" onSubmit={find}>
        <label>
          Person
          <input key={person} name="person" defaultValue={person} autocomplete="off" maxLength={128} />
        </label>
        <button type="submit">Find the person</button>
        <p class="hint">Your own id of a beneficiary, or usr_… of a user of this service.</p>
      </form>
    </search>
  )
}

type TableProps = { erasures: ErasureList['data']; onChoose(user_id: string): void }

function ErasureTable({ erasures, onChoose }: TableProps) {
  const columns: readonly Column<Row>[] = [
    {
      title: 'Person',
      // Without audit:read an entry has no id.
      cell: ({ user_id }) =>
        user_id === null ? (
          'not shown to your role'
        ) : (
          <button type="button" class="small" onClick={() => onChoose(user_id)}>
            {user_id}
          </button>
        ),
    },
    { title: 'Status', cell: ({ status }) => status },
    { title: 'Legal basis', cell: ({ erasure }) => LEGAL_BASES[erasure.legal_basis] },
    { title: 'Requested', cell: ({ erasure }) => <Time at={erasure.requested_at} /> },
    { title: 'By', cell: ({ erasure }) => erasure.requested_by },
    { title: 'Kept until', cell: ({ erasure }) => erasure.retained_until && <Time at={erasure.retained_until} /> },
  ]
  const idOf = ({ user_id, erasure }: Row) => user_id ?? `${erasure.requested_at} ${erasure.requested_by}`
  return <RecordTable label="Erasures under way" rows={erasures} columns={columns} idOf={idOf} />
}

function countOf({ data, pagination }: ErasureList): string {
  const count = `${data.length} ${data.length === 1 ? 'erasure' : 'erasures'}`
  return pagination.has_more ? `${count} on this page; there are more` : count
}
