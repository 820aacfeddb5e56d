import { api } from '../api.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { useReloadWhile } from '../ui/use-reload-while.ts'

type Props = { id: string; recovery: string }

/** How far a recovery or a replay is. The API counts what it has queued; it does not know the total in advance. */
export function RecoveryPage({ id, recovery }: Props) {
  const progress = useLastAnswer(
    signal => api.getRecovery({ path: { webhook_id: id, recovery_id: recovery } }, { signal }),
    `${id} ${recovery}`,
  )
  const { answer } = progress
  useReloadWhile(answer?.state === 'running', progress, recovery)
  const title = answer?.mode === 'replay' ? 'Replay' : 'Recovery'
  return (
    <RecordPage title={title} parent={{ title: 'The endpoint', path: ['webhooks', id] }} of={progress}>
      {({ state, requeued, recovers, since, until, created_at, finished_at }) => (
        <>
          <p role="status">
            {state}: {requeued.toLocaleString()} {requeued === 1 ? 'delivery' : 'deliveries'} queued.
          </p>
          <Facts
            of={[
              ['Sends', recovers],
              ['From', <Time at={since} />],
              ['Until', <Time at={until} />],
              ['Requested', <Time at={created_at} />],
              ['Finished', finished_at && <Time at={finished_at} />],
              ['Recovery', <Copyable text={recovery} name="the id of the recovery" />],
            ]}
          />
          <RecordSource record={answer} path={`/webhooks/${id}/recover/${recovery}`} />
        </>
      )}
    </RecordPage>
  )
}
