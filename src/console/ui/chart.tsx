import { formatPeriod, type Period } from '../format/period.ts'
import { axisEnd, type ChartSeries, pathOf } from './chart-lines.ts'
import { type Column, RecordTable } from './record-table.tsx'

type Props = {
  title: string
  /** The start of each period, UTC. */
  starts: readonly string[]
  period: Period
  /** At most four: their colours and dashes are in the style sheet. */
  series: readonly ChartSeries[]
  format(value: number): string
}

/** Lines over time, with the same numbers as a table. The axis is in UTC, as the periods are. */
export function Chart({ title, starts, period, series, format }: Props) {
  const end = axisEnd(series)
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <ul class="legend">
        {series.map(({ name }, at) => (
          <li key={name}>
            <svg class="swatch" viewBox="0 0 24 10" aria-hidden="true">
              <path class={`line line-${at + 1}`} d="M0 5H24" />
            </svg>{' '}
            {name}
          </li>
        ))}
      </ul>
      <div class="plot">
        <div class="axis-values" aria-hidden="true">
          {[end, end / 2, 0].map(value => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img">
          <title>{title}</title>
          <path class="grid" d="M0 0H100M0 50H100M0 100H100" />
          {series.map(({ name, values }, at) => (
            <path key={name} class={`line line-${at + 1}`} d={pathOf(values, end)} />
          ))}
        </svg>
        <div class="axis-times" aria-hidden="true">
          <span>{formatPeriod(first, period)}</span>
          <span>UTC</span>
          <span>{formatPeriod(last, period)}</span>
        </div>
      </div>
      <details>
        <summary>Numbers</summary>
        <Numbers {...{ title, starts, period, series, format }} />
      </details>
    </figure>
  )
}

type Row = { start: string; at: number }

function Numbers({ title, starts, period, series, format }: Props) {
  const columns: readonly Column<Row>[] = [
    { title: `${PERIODS[period]} (UTC)`, cell: ({ start }) => formatPeriod(start, period) },
    ...series.map(({ name, values }) => ({
      title: name,
      isNumber: true,
      cell: ({ at }: Row) => {
        const value = values[at] ?? null
        return value === null ? 'none' : format(value)
      },
    })),
  ]
  // The latest are read first.
  const rows = starts.map((start, at) => ({ start, at })).reverse()
  return <RecordTable label={`Numbers: ${title}`} rows={rows} columns={columns} idOf={({ start }) => start} />
}

const PERIODS: Record<Period, string> = { hour: 'Hour', day: 'Day', month: 'Month' }
