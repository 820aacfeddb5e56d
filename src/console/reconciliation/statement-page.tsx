import { signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { api } from '../api.ts'
import { formatBytes } from '../format/bytes.ts'
import { fileTypeOf } from '../format/file-type.ts'
import { utcOf } from '../format/local-time.ts'
import { formatRoute } from '../routing/route.ts'
import { pageSession } from '../session/page-session.ts'
import { touchWhile } from '../session/transfer-touch.ts'
import { Facts } from '../ui/facts.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import { COUNTS, type ReportAnswer } from './discrepancies.ts'
import { DISCREPANCY_COLUMNS } from './discrepancy-columns.tsx'

const TIMES = [
  ['from', 'From (your time)'],
  ['to', 'Until (your time)'],
] as const

/** Sends a statement of the payment network, and shows where it and the records differ. */
export function StatementPage() {
  const report = useMemo(() => signal<ReportAnswer | null>(null), [])
  const leaving = useMemo(() => new AbortController(), [])
  const form = useRef<HTMLFormElement>(null)
  const size = useMemo(() => signal(0), [])
  const sending = useCommand(async () => {
    const given = new FormData(form.current!)
    const file = given.get('file')
    if (!(file instanceof File)) return
    report.value = null
    size.value = file.size
    const period = TIMES.map(([name]) => [name, utcOf(String(given.get(name) ?? ''))])
    const upload = api.reconcileStatement(
      {
        query: {
          ...Object.fromEntries(period.filter(([, time]) => time !== '')),
          dry_run: given.get('dry_run') === null ? 'false' : 'true',
        },
        body: { type: fileTypeOf(file.name), content: file },
      },
      { signal: leaving.signal },
    )
    report.value = await touchWhile(pageSession.touch, upload)
  })
  useEffect(() => () => leaving.abort(), [])
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['reconciliation'] })}>All differences</a>
      </p>
      <h1>Reconcile a statement</h1>
      <p>
        The statement is compared with the refunds of your client in both directions. No money is moved. Each difference
        is flagged once, however often a statement reports it.
      </p>
      <form ref={form} class="action" onSubmit={sending.start}>
        <div class="field">
          <label for="statement-file">
            Statement <span class="required">(required)</span>
          </label>
          <input id="statement-file" name="file" type="file" accept=".ndjson,.csv" required />
          <p class="hint">JSON lines or CSV, of any size.</p>
        </div>
        {TIMES.map(([name, label]) => (
          <div key={name} class="field">
            <label for={`statement-${name}`}>{label}</label>
            <input id={`statement-${name}`} name={name} type="datetime-local" step={1} />
          </div>
        ))}
        <p class="hint">The period is needed only where the statement has no header that names it.</p>
        <label class="choice">
          <input name="dry_run" type="checkbox" /> Report only, and flag nothing
        </label>
        <FormEnd
          state={sending.state}
          title="Compare the statement"
          running="Comparing"
          unknown="Send the same statement again: a difference is flagged once, however often it is sent."
        >
          <p role="status">{sending.state.is === 'running' && `Comparing ${formatBytes(size.value)}`}</p>
        </FormEnd>
      </form>
      {report.value !== null && <Report report={report.value} />}
    </>
  )
}

const COLUMNS: readonly Column<ReportAnswer['discrepancies'][number]>[] = [
  { title: 'Line', isNumber: true, cell: ({ line }) => line?.toLocaleString() ?? 'none' },
  ...DISCREPANCY_COLUMNS,
  { title: 'Flag', cell: ({ flag }) => flag?.status ?? 'none' },
]

function Report({ report }: { report: ReportAnswer }) {
  const { statement, counts, flags, discrepancies, decided_by } = report
  const names = Object.keys(COUNTS) as (keyof typeof COUNTS)[]
  const found = counts.missing_there + counts.missing_here + counts.amount_differs + counts.status_differs
  const all = found + counts.contradicted
  return (
    <section aria-labelledby="report-title">
      <h2 id="report-title">Result</h2>
      <p role="status">
        {all === 0
          ? 'The statement and the records agree.'
          : `${all.toLocaleString()} ${all === 1 ? 'difference' : 'differences'}.`}{' '}
        {flags.raised.toLocaleString()} flagged now, {flags.known.toLocaleString()} flagged before.
      </p>
      <Facts
        of={[
          ['From', <Time at={statement.from} />],
          ['Until', <Time at={statement.to} />],
          ['Lines', statement.lines.toLocaleString()],
          ...names.map(name => [COUNTS[name], counts[name] === 0 ? undefined : counts[name].toLocaleString()] as const),
          [
            'A statement that decides the rest',
            decided_by && (
              <>
                <Time at={decided_by.from} /> to <Time at={decided_by.to} />
              </>
            ),
          ],
          ['SHA-256 of the file', <code>{statement.sha256}</code>],
        ]}
      />
      {discrepancies.length > 0 && (
        <RecordTable label="Differences" rows={discrepancies} columns={COLUMNS} idOf={one => JSON.stringify(one)} />
      )}
      {all > discrepancies.length && <p>The first {discrepancies.length.toLocaleString()} differences are listed.</p>}
    </section>
  )
}
