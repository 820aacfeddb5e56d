import { ProblemNote } from '../ui/problem-note.tsx'

/** Why the description of the API could not be read. */
export function ReadAgain({ error, reload }: { error: unknown; reload(): void }) {
  if (error === null) return null
  return (
    <>
      <ProblemNote error={error} />
      <button type="button" onClick={reload}>
        Try again
      </button>
    </>
  )
}
