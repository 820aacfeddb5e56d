import { useEffect, useRef } from 'preact/hooks'
import { localTimeOf, utcOf } from '../../format/local-time.ts'
import type { ConsoleRoute } from '../../routing/route.ts'
import { DELIVERY_STATUSES } from '../endpoint.ts'
import { EVENT_TYPES } from '../event-types.ts'

type Props = { query: ConsoleRoute['query']; onChange(query: ConsoleRoute['query']): void }

const SELECTS = [
  ['status', 'Status', DELIVERY_STATUSES],
  ['event_type', 'Event type', EVENT_TYPES],
] as const
const TIMES = [
  ['since', 'Queued from'],
  ['until', 'Queued until'],
] as const

/** The filters are in the address, so that a list can be sent as a link. Applying them begins at the first page. */
export function DeliveryFilterForm({ query, onChange }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const apply = (event?: Event) => {
    event?.preventDefault()
    onChange(queryOf(new FormData(form.current!), query))
  }
  // The fields stay, and with them the focus, when the address changes.
  useEffect(() => {
    const set = (name: string, value: string) => {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    set('event_id', query.event_id ?? '')
    for (const [name] of TIMES) set(name, localTimeOf(query[name]))
  }, [JSON.stringify(query)])
  const isFiltered = Object.keys(query).some(name => name !== 'cursor')
  return (
    <search aria-label="Filter deliveries">
      <form ref={form} class="filters" onSubmit={apply}>
        {SELECTS.map(([name, label, options]) => (
          <label key={name}>
            {label}
            <select name={name} value={query[name] ?? ''} onChange={() => apply()}>
              <option value="">any</option>
              {options.map(option => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </label>
        ))}
        <details open={['event_id', 'since', 'until'].some(name => query[name] !== undefined)}>
          <summary>More filters</summary>
          <div class="filters">
            <label>
              Event
              <input name="event_id" autocomplete="off" />
            </label>
            {TIMES.map(([name, label]) => (
              <label key={name}>
                {label} (your time)
                <input name={name} type="datetime-local" />
              </label>
            ))}
            <button type="submit">Apply</button>
          </div>
        </details>
        {isFiltered && (
          <button type="button" onClick={() => onChange({})}>
            Remove filters
          </button>
        )}
      </form>
    </search>
  )
}

function queryOf(given: FormData, before: ConsoleRoute['query']): ConsoleRoute['query'] {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const query: Record<string, string> = { event_id: text('event_id') }
  for (const [name] of SELECTS) query[name] = text(name)
  for (const [name] of TIMES) query[name] = utcOf(text(name), before[name])
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
