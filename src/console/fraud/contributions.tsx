import type { Answer } from '../../client/types.ts'
import { formatScore } from '../format/score.ts'
import { Scrolling } from '../ui/scrolling.tsx'
import { barsOf } from './bars.ts'

type Model = NonNullable<Answer<'getFraudDecision'>['model']>

/** What each group of features added, as a table whose rows are bars too. The largest comes first. */
export function Contributions({ model: { probability, margin, bias, contributions } }: { model: Model }) {
  const groups = Object.entries(contributions).sort(([, one], [, other]) => other - one)
  const { zero, bars } = barsOf(groups.map(([, value]) => value))
  return (
    <>
      <p>
        The model's probability of fraud is {formatScore(probability)}. Its log-odds, {margin.toFixed(3)}, are the sum
        of {bias.toFixed(3)} and these contributions; positive ones indicate fraud.
      </p>
      <Scrolling label="Contributions">
        <table class="contributions">
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col" class="number">
                Contribution
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {groups.map(([group, value], index) => (
              <tr key={group}>
                <th scope="row">{group}</th>
                <td class="number">{value.toFixed(3)}</td>
                <td>
                  <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect class={value > 0 ? 'bar-fraud' : 'bar-harmless'} y="0" height="10" {...bars[index]} />
                    <line class="bar-zero" x1={zero} x2={zero} y1="0" y2="10" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  )
}
