import { useState } from 'preact/hooks'
import { Scrolling } from '../../ui/scrolling.tsx'
import type { FraudModelAnswer } from './model-statuses.ts'

/** Of the live model alone: the inputs of a shadow model are the same. */
export function DriftedFeatures({ days }: { days: FraudModelAnswer['days'] }) {
  const known = days.filter(({ drift }) => drift !== null && drift.features.length > 0)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = known.find(({ day }) => day === chosen) ?? known[0]
  if (shown === undefined) return <p>No drift of single features is known for these days.</p>
  return (
    <>
      <h3>Most drifted features</h3>
      <label class="day-choice">
        Day (UTC)
        <select value={shown.day} onChange={event => setChosen(event.currentTarget.value)}>
          {known.map(({ day }) => (
            <option key={day}>{day}</option>
          ))}
        </select>
      </label>
      <Scrolling label={`Most drifted features of ${shown.day}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col" class="number">
                Drift
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.drift?.features.map(({ name, drift }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{drift.toFixed(4)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  )
}
