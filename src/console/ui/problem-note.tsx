import { problemOf } from './problem.ts'

export function ProblemNote({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null
  const { message, fields, reference } = problemOf(error)
  return (
    <div class="problem" role="alert">
      <p>{message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, reason }) => (
            <li key={field}>
              {field !== '' && <code>{field}</code>} {reason}
            </li>
          ))}
        </ul>
      )}
      {reference !== null && <p class="reference">{reference}</p>}
    </div>
  )
}
