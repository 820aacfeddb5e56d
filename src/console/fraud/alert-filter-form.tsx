import { useEffect, useRef } from 'preact/hooks'
import { user } from '../api.ts'
import { localTimeOf, utcOf } from '../format/local-time.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { FRAUD_ALERT_LEVELS, FRAUD_ALERT_STATUSES } from './alert-statuses.ts'

type Props = { query: ConsoleRoute['query']; onChange(query: ConsoleRoute['query']): void }

const TEXTS = [
  ['user_id', 'User'],
  ['transaction_id', 'Transaction'],
  ['assigned_to', 'Assigned to'],
] as const
const TIMES = [
  ['since', 'Opened from'],
  ['until', 'Opened before'],
] as const

/** The filters are in the address, so that a queue can be sent as a link. Applying them begins at the first page. */
export function AlertFilterForm({ query, onChange }: Props) {
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
    for (const [name] of TEXTS) set(name, query[name] ?? '')
    for (const [name] of TIMES) set(name, localTimeOf(query[name]))
  }, [JSON.stringify(query)])
  const me = user.value?.id ?? ''
  const isFiltered = Object.keys(query).some(name => name !== 'cursor')
  return (
    <search aria-label="Filter alerts">
      <form ref={form} class="filters" onSubmit={apply}>
        <label>
          Status
          <select name="status" value={query.status ?? ''} onChange={() => apply()}>
            <option value="">unresolved</option>
            {FRAUD_ALERT_STATUSES.map(status => (
              <option key={status}>{status}</option>
            ))}
            <option>all</option>
          </select>
        </label>
        <label>
          Level
          <select name="level" value={query.level ?? ''} onChange={() => apply()}>
            <option value="">any</option>
            {FRAUD_ALERT_LEVELS.map(level => (
              <option key={level}>{level}</option>
            ))}
          </select>
        </label>
        <label>
          Order
          <select name="sort" value={query.sort ?? ''} onChange={() => apply()}>
            <option value="">Newest first</option>
            <option value="score">Highest score first</option>
          </select>
        </label>
        <button
          type="button"
          aria-pressed={query.unassigned === 'true'}
          onClick={() => onChange(assigneeQuery(query, query.unassigned === 'true' ? {} : { unassigned: 'true' }))}
        >
          Unassigned
        </button>
        <button
          type="button"
          aria-pressed={query.assigned_to === me}
          onClick={() => onChange(assigneeQuery(query, query.assigned_to === me ? {} : { assigned_to: me }))}
        >
          Assigned to me
        </button>
        <details open={[...TEXTS, ...TIMES].some(([name]) => query[name] !== undefined)}>
          <summary>More filters</summary>
          <div class="filters">
            {TEXTS.map(([name, label]) => (
              <label key={name}>
                {label}
                <input name={name} autocomplete="off" />
              </label>
            ))}
            {TIMES.map(([name, label]) => (
              <label key={name}>
                {label} (your time)
                <input name={name} type="datetime-local" />
              </label>
            ))}
            <button type="submit">Apply</button>
          </div>
        </details>
        <input type="hidden" name="unassigned" value={query.unassigned ?? ''} />
        {isFiltered && (
          <button type="button" onClick={() => onChange({})}>
            Remove filters
          </button>
        )}
      </form>
    </search>
  )
}

/** An assignee and none exclude each other. */
function assigneeQuery(query: ConsoleRoute['query'], assignee: Record<string, string>): ConsoleRoute['query'] {
  const { cursor: _, assigned_to: __, unassigned: ___, ...rest } = query
  return { ...rest, ...assignee }
}

function queryOf(given: FormData, before: ConsoleRoute['query']): ConsoleRoute['query'] {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const query: Record<string, string> = {}
  for (const name of ['status', 'level', 'sort']) query[name] = text(name)
  for (const [name] of TEXTS) query[name] = text(name)
  for (const [name] of TIMES) query[name] = utcOf(text(name), before[name])
  if (query.assigned_to === '') query.unassigned = text('unassigned')
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
