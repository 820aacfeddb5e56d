import { signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { utcOf } from '../format/local-time.ts'
import { AuditLink } from './audit-link.tsx'
import { ProblemNote } from './problem-note.tsx'
import { type RecordHistoryAnswer, RecordTimeline } from './record-timeline.tsx'
import { Time } from './time.tsx'
import { useCommand } from './use-command.ts'

export type HistoryQuery = { as_of?: string; cursor?: string }

type Props = {
  id: string
  read(query: HistoryQuery): Promise<RecordHistoryAnswer>
  /** The revision that a link names. */
  from?: number | undefined
  /** Of its page in the audit, where this page is another. */
  family?: string
}

/** `pages`: those that were read, of 200 events each, of which `shown` is on the screen. */
type ReadHistory = { as_of: string; pages: readonly RecordHistoryAnswer[]; shown: number }

/** The history is read when a person asks for it, because the audit records each reading. */
export function RecordHistory({ id, read, from, family }: Props) {
  const history = useMemo(() => signal<ReadHistory | null>(null), [id])
  const time = useRef<HTMLInputElement>(null)
  const begin = useCommand(async () => {
    const as_of = utcOf(time.current?.value ?? '')
    const page = await read(as_of === '' ? {} : { as_of })
    history.value = { as_of, pages: [page], shown: 0 }
  })
  const goOn = useCommand(async () => {
    const { as_of = '', pages = [] } = history.peek() ?? {}
    const cursor = pages.at(-1)?.pagination.next_cursor
    if (typeof cursor !== 'string') return
    const page = await read({ cursor, ...(as_of === '' ? {} : { as_of }) })
    history.value = { as_of, pages: [...pages, page], shown: pages.length }
  })
  const isReading = [begin, goOn].some(({ state }) => state.is === 'running')
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <form class="filters" onSubmit={begin.start}>
        <label>
          As of (your time)
          <input ref={time} type="datetime-local" step={1} />
        </label>
        <button type="submit" disabled={isReading}>
          {history.value === null ? 'Read the history' : 'Read it again'}
        </button>
        <p class="hint">
          Without a time: up to now. The audit records who reads it.{' '}
          {family !== undefined && <AuditLink text="Proof of the record" path={[family, id]} />}
        </p>
      </form>
      {[begin, goOn].map(({ state }, at) => state.is === 'failed' && <ProblemNote key={at} error={state.error} />)}
      {history.value !== null && (
        <ReadPages
          history={history.value}
          from={from}
          isReading={isReading}
          onShow={shown => {
            if (history.value !== null) history.value = { ...history.value, shown }
          }}
          onNext={() => void goOn.start()}
        />
      )}
    </section>
  )
}

type PagesProps = {
  history: ReadHistory
  from: number | undefined
  isReading: boolean
  onShow(page: number): void
  onNext(): void
}

function ReadPages({ history: { as_of, pages, shown }, from, isReading, onShow, onNext }: PagesProps) {
  const page = pages[shown]
  if (page === undefined) return null
  const { chain, history, pagination } = page
  return (
    <>
      <p role="status">
        {chain.events === 1 ? '1 event.' : `${chain.events} events.`}{' '}
        {chain.intact ? 'The chain of hashes is intact.' : `The chain breaks at ${chain.first_broken_revision}.`}
      </p>
      {as_of !== '' && (
        <p>
          As of <Time at={as_of} />.
        </p>
      )}
      {history.length === 0 && <p>The record did not exist then, or its events are not yours to read.</p>}
      <RecordTimeline key={page.read_id} events={history} from={from} />
      {(shown > 0 || pagination.has_more) && (
        <div class="actions">
          {shown > 0 && (
            <button type="button" disabled={isReading} onClick={() => onShow(shown - 1)}>
              Older 200
            </button>
          )}
          {pagination.has_more && (
            <button
              type="button"
              disabled={isReading}
              onClick={() => (shown + 1 < pages.length ? onShow(shown + 1) : onNext())}
            >
              Newer 200
            </button>
          )}
        </div>
      )}
    </>
  )
}
