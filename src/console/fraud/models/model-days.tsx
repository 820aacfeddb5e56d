import { Scrolling } from '../../ui/scrolling.tsx'
import { barsOf } from '../bars.ts'
import { DriftedFeatures } from './drifted-features.tsx'
import { DRIFT_ALARM, type FraudModelAnswer } from './model-statuses.ts'

type Days = FraudModelAnswer['days']

/** Drift by day as bars whose numbers are beside them. */
export function ModelDays({ days }: { days: Days }) {
  return (
    <section aria-labelledby="days-title">
      <h2 id="days-title">Scores and drift by day</h2>
      {days.length === 0 ? (
        <p>The model has no scores of the last 14 days. Put it in the shadow to see how it would score.</p>
      ) : (
        <>
          <p>
            Days are UTC, and the newest is incomplete. Drift is the population stability index of the scores against
            the training data: up to 0.1 is stable, from {DRIFT_ALARM} on the data has changed.
          </p>
          <DayTable days={days} />
          <DriftedFeatures days={days} />
        </>
      )}
    </section>
  )
}

function DayTable({ days }: { days: Days }) {
  // The last value is the alarm: bars are comparable with it.
  const { bars } = barsOf([...days.map(({ drift }) => drift?.score ?? 0), DRIFT_ALARM])
  const alarm = bars.at(-1)!.width
  return (
    <Scrolling label="Scores and drift by day">
      <table class="days">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Role</th>
            <th scope="col" class="number">
              Scores
            </th>
            <th scope="col" class="number">
              Alerts
            </th>
            <th scope="col" class="number">
              Differing
            </th>
            <th scope="col" class="number">
              Drift
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, role, scores, alerts, differing, drift }, index) => (
            <tr key={`${day} ${role}`}>
              <th scope="row">{day}</th>
              <td>{role}</td>
              <td class="number">{scores.toLocaleString()}</td>
              <td class="number">{alerts.toLocaleString()}</td>
              <td class="number">{role === 'shadow' ? differing.toLocaleString() : ''}</td>
              <td class="number">
                {drift === null ? 'unknown' : drift.score.toFixed(4)}
                {drift !== null && drift.score >= DRIFT_ALARM && <div class="flag">changed</div>}
              </td>
              <td>
                {drift !== null && (
                  <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect
                      class={drift.score >= DRIFT_ALARM ? 'bar-fraud' : 'bar-harmless'}
                      y="0"
                      height="10"
                      {...bars[index]}
                    />
                    <line class="bar-zero" x1={alarm} x2={alarm} y1="0" y2="10" />
                  </svg>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
