import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Input } from '../../client/types.ts'
import { api, can } from '../api.ts'
import { formatBytes } from '../format/bytes.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { type ConsoleRoute, formatRoute, pickFromQuery } from '../routing/route.ts'
import { pageSession } from '../session/page-session.ts'
import { pacedTouch } from '../session/transfer-touch.ts'
import { Copyable } from '../ui/copyable.tsx'
import { FilterForm } from '../ui/filter-form.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useCommand } from '../ui/use-command.ts'
import { AuditSubPages } from './audit-sub-pages.tsx'
import { chooseFileTarget } from './choose-file-target.ts'
import { exportCommandFor, exportFileName } from './export-command.ts'
import { FAMILIES } from './families.ts'
import { FileTooLarge, saveTo } from './file-target.ts'

type Query = ConsoleRoute['query']
type ExportQuery = NonNullable<NonNullable<Input<'exportAudit'>>['query']>

/** Where the browser has no way to the disk. */
const BYTES_MAX = 200_000_000

const EXPORT_FILTERS = ['from', 'to', 'family', 'format', 'client_id'] as const
const SELECTS = [
  { name: 'family', label: 'Kind of record', options: [['', 'any'] as const, ...Object.entries(FAMILIES)] },
  {
    name: 'format',
    label: 'Format',
    options: [
      ['', 'JSON lines'],
      ['csv', 'CSV'],
    ],
  },
] as const
const TIMES = [
  ['from', 'Recorded from'],
  ['to', 'Recorded before'],
] as const

type ExportProgress = { bytes: number; isOver: boolean }

/** The audit records an export before it begins, so it begins with a press alone. */
export function ExportPage() {
  const query = pickFromQuery(route.value.query, EXPORT_FILTERS)
  const progress = useMemo(() => signal<ExportProgress | null>(null), [])
  const leaving = useMemo(() => signal(new AbortController()), [])
  const wanted = useMemo(() => signal<Query>(query), [])
  const exporting = useCommand(async () => {
    const query = wanted.peek()
    const target = await chooseFileTarget(exportFileName(query), BYTES_MAX)
    progress.value = null
    if (target === null) return
    leaving.value = new AbortController()
    progress.value = { bytes: 0, isOver: false }
    try {
      const stream = await api.exportAudit({ query: query as ExportQuery }, { signal: leaving.value.signal })
      const touch = pacedTouch(pageSession.touch)
      await saveTo(target, stream, bytes => {
        touch()
        progress.value = { bytes, isOver: false }
      })
      progress.value = { bytes: progress.value.bytes, isOver: true }
    } catch (error) {
      progress.value = null
      await target.abort().catch(() => undefined)
      if (!leaving.value.signal.aborted) throw error
    }
  })
  useEffect(() => () => leaving.peek().abort(), [])
  const { state } = exporting
  const start = (given: Query) => {
    if (exporting.state.is === 'running') return
    wanted.value = given
    replaceQuery(given)
    void exporting.start()
  }
  return (
    <>
      <AuditSubPages />
      <h1>Export of the audit</h1>
      <p>
        A file of events with the inputs of their hashes and a signed manifest, which anyone can verify without this
        service. The audit records each export.
      </p>
      <FilterForm
        label="What to export"
        query={query}
        onChange={start}
        onRemove={() => replaceQuery({})}
        button="Export"
        selects={SELECTS}
        texts={can('audit:read:any') ? [['client_id', 'Client']] : []}
        times={TIMES}
      />
      <p role="status">{progressText(progress.value, state.is === 'running')}</p>
      {state.is === 'running' && progress.value !== null && (
        <button type="button" onClick={() => leaving.value.abort()}>
          Stop the export
        </button>
      )}
      {progress.value?.isOver && (
        <p>
          <a href={formatRoute({ path: ['audit', 'verify'] })}>Verify the file</a>
        </p>
      )}
      {state.is === 'failed' && state.error instanceof FileTooLarge && (
        <div class="problem" role="alert">
          <p>
            The export is larger than {formatBytes(BYTES_MAX)}, which is as much as this browser can hold. Use a browser
            that writes to the disk, choose less, or run this command where the event store is:
          </p>
          <Copyable text={exportCommandFor(wanted.value)} name="the command" />
        </div>
      )}
      {state.is === 'failed' && !(state.error instanceof FileTooLarge) && <ProblemNote error={state.error} />}
    </>
  )
}

function progressText(progress: ExportProgress | null, isRunning: boolean): string {
  if (progress === null) return ''
  const { bytes, isOver } = progress
  if (isOver) return `The export is complete: ${formatBytes(bytes)}.`
  if (!isRunning) return ''
  return bytes === 0 ? 'The service looks for the first event.' : `${formatBytes(bytes)} so far`
}
