import { can } from '../api.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { AlertStatistics } from './alert-statistics.tsx'
import { EndpointStatistics } from './endpoint-statistics.tsx'
import { RefundStatistics } from './refund-statistics.tsx'
import { rangeNameOf, TIME_RANGES, type TimeRangeName } from './time-range.ts'

/** Charts of what happened, as far as the user's scopes go. */
export function StatisticsSections({ round }: { round: number }) {
  const range = rangeNameOf(route.value.query.range)
  if (!can('refund:read') && !can('fraud:review') && !can('webhooks:manage')) return null
  return (
    <>
      <RangeChoice range={range} />
      {can('refund:read') && <RefundStatistics {...{ range, round }} />}
      {can('fraud:review') && <AlertStatistics {...{ range, round }} />}
      {can('webhooks:manage') && <EndpointStatistics {...{ range, round }} />}
    </>
  )
}

function RangeChoice({ range }: { range: TimeRangeName }) {
  return (
    <fieldset class="ranges">
      <legend>Charts of the last</legend>
      {Object.entries(TIME_RANGES).map(([name, { title }]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === range}
          onClick={() => replaceQuery({ ...route.peek().query, range: name })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}
