import { ProblemNote } from './problem-note.tsx'
import type { LastAnswer } from './use-last-answer.ts'

/** Why something could not be read, and whether what is shown of it is older. */
export function ReadingProblem({ of: { error, isOld }, what }: { of: LastAnswer<unknown>; what: string }) {
  return (
    <>
      <ProblemNote error={error} />
      {isOld && <p role="alert">The {what} below is older: it could not be read again.</p>}
    </>
  )
}
