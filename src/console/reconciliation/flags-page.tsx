import { useRef, useState } from 'preact/hooks'
import { api, can } from '../api.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { AuditLink } from '../ui/audit-link.tsx'
import { Field } from '../ui/field.tsx'
import { FilterForm } from '../ui/filter-form.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type FlagAnswer, KINDS } from './discrepancies.ts'
import { DISCREPANCY_COLUMNS } from './discrepancy-columns.tsx'
import { flagQueryOf } from './flag-filters.ts'

const SELECTS = [
  {
    name: 'status',
    label: 'Status',
    options: [
      ['', 'open'],
      ['resolved', 'resolved'],
      ['all', 'all'],
    ],
  },
  { name: 'kind', label: 'Difference', options: [['', 'any'] as const, ...Object.entries(KINDS)] },
] as const

export function FlagsPage() {
  const { query } = route.value
  const kept = useKept<FlagAnswer | null>('chosen', null)
  const chosen = kept.value
  const [isResolved, setResolved] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const flags = useLastAnswer(
    signal => api.listReconciliationFlags({ query: flagQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  const { answer, isLoading, reload } = flags
  // One that another user resolves leaves the list of open ones.
  const flag = answer?.data.find(({ flag_id }) => flag_id === chosen?.flag_id) ?? chosen
  const choose = (flag: FlagAnswer | null) => {
    kept.value = flag
    setResolved(false)
  }
  return (
    <>
      <PageTitle title="Reconciliation" reload={reload}>
        {can('refund:reconcile') && (
          <a class="button primary" href={formatRoute({ path: ['reconciliation', 'statement'] })}>
            Reconcile a statement
          </a>
        )}
      </PageTitle>
      <FilterForm
        label="Filter differences"
        query={query}
        onChange={replaceQuery}
        selects={SELECTS}
        texts={[['refund_id', 'Refund']]}
        times={[]}
      />
      <ReadingProblem of={flags} what="list" />
      <p ref={status} role="status" tabIndex={-1}>
        {isLoading ? 'Loading' : isResolved ? 'The difference is resolved.' : ''}
      </p>
      {answer?.data.length === 0 && (
        <p>No difference with the payment network is here. They are found when a statement is reconciled.</p>
      )}
      {answer !== null && answer.data.length > 0 && <FlagTable flags={answer.data} chosen={chosen} onChoose={choose} />}
      {flag !== null && (
        <ResolveForm
          key={flag.flag_id}
          flag={flag}
          onSent={reload}
          onDiscard={() => choose(null)}
          onDone={() => {
            kept.value = null
            setResolved(true)
            // The focus would be lost with the form.
            status.current?.focus()
          }}
        />
      )}
      <PageLinks
        label="Pages of the list"
        path={['reconciliation']}
        query={query}
        next={answer?.pagination.next_cursor}
      />
      {answer !== null && <RecordSource record={answer} path="/reconciliation/flags" query={flagQueryOf(query)} />}
    </>
  )
}

type TableProps = { flags: readonly FlagAnswer[]; chosen: FlagAnswer | null; onChoose(flag: FlagAnswer | null): void }

function FlagTable({ flags, chosen, onChoose }: TableProps) {
  const resolved = (flag: FlagAnswer) => {
    const { flag_id, resolved_at, resolved_by } = flag
    if (resolved_at !== null)
      return (
        <>
          <Time at={resolved_at} /> by {resolved_by}
        </>
      )
    if (!can('refund:reconcile')) return null
    const isChosen = chosen?.flag_id === flag_id
    return (
      <button type="button" class="small" aria-expanded={isChosen} onClick={() => onChoose(isChosen ? null : flag)}>
        Resolve
      </button>
    )
  }
  const columns: readonly Column<FlagAnswer>[] = [
    {
      title: 'Status',
      cell: ({ flag_id, status }) => (
        <>
          <StatusMark of="flag" status={status} />{' '}
          {can('audit:read') && <AuditLink text="History" path={['reconciliations', flag_id]} />}
        </>
      ),
    },
    ...DISCREPANCY_COLUMNS,
    {
      title: 'Flagged',
      cell: ({ flagged_at, flagged_by }) => (
        <>
          <Time at={flagged_at} /> by {flagged_by}
        </>
      ),
    },
    { title: 'Resolved', cell: resolved },
  ]
  return <RecordTable label="Differences" rows={flags} columns={columns} idOf={({ flag_id }) => flag_id} />
}

type FormProps = { flag: FlagAnswer; onSent(): void; onDone(): void; onDiscard(): void }

/** It stays when another user resolves the flag first: what was typed is not lost. */
function ResolveForm({ flag: { flag_id, refund_id, status }, ...ends }: FormProps) {
  const form = `resolve ${flag_id}`
  return (
    <ActionForm
      form={form}
      title="Resolve the difference"
      isPossible={status === 'open'}
      send={({ reason = '' }) => api.resolveReconciliationFlag({ path: { flag_id }, body: { reason: reason.trim() } })}
      unknown="The list above was read again. It is resolved if it has left the open ones; a second resolution is refused."
      {...ends}
    >
      <h2>Resolve the difference{refund_id !== null && ` of ${refund_id}`}</h2>
      <Field
        form={form}
        name="reason"
        label="What was found out and done"
        hint="The audit shows it."
        isRequired
        lines={3}
        maxLength={1_000}
      />
    </ActionForm>
  )
}
