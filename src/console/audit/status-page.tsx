import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { AuditSubPages } from './audit-sub-pages.tsx'

type AuditStatus = Answer<'getAuditStatus'>

/** It shows no record, so it is read as other pages are: the audit records no reading of it. */
export function AuditStatusPage() {
  const { answer: status, error, isLoading, reload } = useAnswer(signal => api.getAuditStatus({}, { signal }), [])
  return (
    <>
      <AuditSubPages />
      <PageTitle title="Status of the audit" reload={reload} />
      <p role="status">{isLoading ? 'Loading' : ''}</p>
      <ProblemNote error={error} />
      {status !== null && (
        <>
          <LastCheckpoint status={status} />
          <LastVerification status={status} />
          <RecordSource record={status} path="/audit/status" />
        </>
      )}
    </>
  )
}

function LastCheckpoint({ status: { checkpoint, uncovered_events } }: { status: AuditStatus }) {
  return (
    <section aria-labelledby="checkpoint-title">
      <h2 id="checkpoint-title">Last checkpoint</h2>
      {checkpoint === null && (
        <p>There is no checkpoint yet. The service signs one every minute while there are events.</p>
      )}
      <Facts
        of={[
          ['Number', checkpoint?.number.toLocaleString()],
          ['Signed', checkpoint && <Time at={checkpoint.at} />],
          ['Events that it covers', checkpoint?.events.toLocaleString()],
          ['Records that it covers', checkpoint?.streams.toLocaleString()],
          ['Events not covered yet', uncovered_events.toLocaleString()],
          ['Tree head', checkpoint && <code>{checkpoint.head}</code>],
          ['Key', checkpoint && <code>{checkpoint.key_id}</code>],
        ]}
      />
    </section>
  )
}

const RESULTS = {
  whole: 'Every event is as the checkpoints cover it.',
  problem: 'Something was found.',
  unverified: 'There was no checkpoint to compare with.',
} as const

/** Verifying reads the whole log, so it is a command. */
function LastVerification({ status: { found_whole_at, last_verification: last } }: { status: AuditStatus }) {
  return (
    <section aria-labelledby="verification-title">
      <h2 id="verification-title">Last verification of the event store</h2>
      {last === null && <p>The event store was not verified yet. Run this command where the service runs.</p>}
      {last !== null && (
        <p>
          <StatusMark of="verification" status={last.result} />: {RESULTS[last.result]}
        </p>
      )}
      <Facts
        of={[
          ['Problem', last?.problem],
          ['Began', last && <Time at={last.begun_at} />],
          ['Ended', last && <Time at={last.ended_at} />],
          ['Events read', last?.events.toLocaleString()],
          ['Compared up to checkpoint', last?.checkpoint.toLocaleString()],
          ['Last found whole', found_whole_at && <Time at={found_whole_at} />],
          ['To verify it', <Copyable text="npm run audit -- watch --once" name="the command" />],
        ]}
      />
    </section>
  )
}
