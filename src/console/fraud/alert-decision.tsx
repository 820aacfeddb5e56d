import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatScore } from '../format/score.ts'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Scrolling } from '../ui/scrolling.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import type { FraudAlertAnswer } from './alert-statuses.ts'
import { Contributions } from './contributions.tsx'

type Decision = Answer<'getFraudDecision'>

const DECIDED_BY: Record<Decision['decided_by'], string> = {
  model: 'the model',
  rule: 'a rule',
  list: 'the block list',
}

/** How the score came about. The outcome changes with the alert, so it is read again with it. */
export function AlertDecision({ alert }: { alert: FraudAlertAnswer }) {
  const { transaction_id, updated_at } = alert
  const { answer, error } = useAnswer(
    signal => api.getFraudDecision({ path: { transaction_id } }, { signal }),
    [transaction_id, updated_at],
  )
  return (
    <section aria-labelledby="decision-title">
      <h2 id="decision-title">How it was scored</h2>
      <ProblemNote error={error} />
      {answer !== null && (
        <>
          {answer.fraud_score !== alert.fraud_score && (
            <p>The alert was scored again since, with what became known later. This is its first score.</p>
          )}
          <Facts
            of={[
              ['Score', formatScore(answer.fraud_score)],
              ['Decided by', DECIDED_BY[answer.decided_by]],
              ['Confidence', formatScore(answer.confidence)],
              ['Rules that fired', answer.rules.fired.join(', ') || 'none'],
              ['Lists that matched', listsOf(answer)],
              ['Policy', answer.policy_version === 0 ? 'the default' : `version ${answer.policy_version}`],
              ['Scored', <Time at={answer.scored_at} />],
              ['Reported outcome', answer.outcome?.outcome],
              ['Outcome known', answer.outcome && <Time at={answer.outcome.reported_at} />],
            ]}
          />
          {answer.model === null ? (
            <p>No model was available: the score is that of the rules alone, so there are no contributions.</p>
          ) : (
            <Contributions model={answer.model} />
          )}
          <Features values={answer.features.values} />
        </>
      )}
    </section>
  )
}

function listsOf({ lists }: Decision): string {
  return lists.map(({ list, entry_id }) => `${list} list, entry ${entry_id}`).join('; ') || 'none'
}

/** What the model was given. */
function Features({ values }: { values: Decision['features']['values'] }) {
  return (
    <details>
      <summary>Features</summary>
      <Scrolling label="Features">
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col" class="number">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(values).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </details>
  )
}
