import { ServiceError } from '../../client/errors.ts'
import { api } from '../api.ts'
import { Facts } from '../ui/facts.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'

/** Whether and how far a person is erased. */
export function ErasureSection({ id }: { id: string }) {
  const subject = useLastAnswer(signal => readSubject(id, signal), id)
  const { answer, isLoading } = subject
  return (
    <section aria-labelledby="erasure-title">
      <h2 id="erasure-title">Erasure</h2>
      <ReadingProblem of={subject} what="status" />
      {isLoading && <p role="status">Loading</p>}
      {answer === 'unknown' && <p>The service has and had no data of this person.</p>}
      {answer !== null && answer !== 'unknown' && (
        <Facts
          of={[
            ['Status', <StatusMark of="subject" status={answer.status} />],
            ['Legal basis', answer.erasure?.legal_basis],
            ['Requested', answer.erasure && <Time at={answer.erasure.requested_at} />],
            ['Requested by', answer.erasure?.requested_by],
            ['Retained until', answer.erasure?.retained_until && <Time at={answer.erasure.retained_until} />],
            ['Keys deleted', answer.erasure?.keys_deleted_at && <Time at={answer.erasure.keys_deleted_at} />],
            ['Done', answer.erasure?.shredded_at && <Time at={answer.erasure.shredded_at} />],
            ['Records', answer.erasure?.streams.toLocaleString()],
          ]}
        />
      )}
    </section>
  )
}

async function readSubject(user_id: string, signal: AbortSignal) {
  try {
    return await api.getSubject({ path: { user_id } }, { signal })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return 'unknown'
    throw error
  }
}
