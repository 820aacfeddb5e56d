import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { useReloadWhile } from './use-reload-while.ts'

type Props = { id: string; recovery: string }

/** How far a recovery or a replay is. The API counts what it has queued; it does not know the total in advance. */
export function RecoveryPage({ id, recovery }: Props) {
  const {
    answer: progress,
    error,
    isLoading,
    reload,
  } = useLastAnswer(
    signal => api.getRecovery({ path: { webhook_id: id, recovery_id: recovery } }, { signal }),
    `${id} ${recovery}`,
  )
  useReloadWhile(progress?.state === 'running', reload, recovery)
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['webhooks', id] })}>The endpoint</a>
      </p>
      <div class="title">
        <h1>{progress?.mode === 'replay' ? 'Replay' : 'Recovery'}</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
      </div>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {progress !== null && (
        <>
          <p role="status">
            {progress.state}: {progress.requeued.toLocaleString()} {progress.requeued === 1 ? 'delivery' : 'deliveries'}{' '}
            queued.
          </p>
          <Facts
            of={[
              ['Sends', progress.recovers],
              ['From', <Time at={progress.since} />],
              ['Until', <Time at={progress.until} />],
              ['Requested', <Time at={progress.created_at} />],
              ['Finished', progress.finished_at && <Time at={progress.finished_at} />],
              ['Recovery', <Copyable text={recovery} name="the id of the recovery" />],
            ]}
          />
          <RecordSource record={progress} path={`/webhooks/${id}/recover/${recovery}`} />
        </>
      )}
    </>
  )
}
