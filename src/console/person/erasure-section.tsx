import { ServiceError } from '../../client/errors.ts'
import { api } from '../api.ts'
import { ErasureFacts } from '../erasures/erasure-facts.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'

export function ErasureSection({ id }: { id: string }) {
  const subject = useLastAnswer(signal => readSubject(id, signal), id)
  const { answer, isLoading } = subject
  return (
    <section aria-labelledby="erasure-title">
      <h2 id="erasure-title">Erasure</h2>
      <ReadingProblem of={subject} what="status" />
      {isLoading && <p role="status">Loading</p>}
      {answer === 'unknown' && <p>The service has and had no data of this person.</p>}
      {answer !== null && answer !== 'unknown' && <ErasureFacts of={answer} />}
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
