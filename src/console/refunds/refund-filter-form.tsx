import { useEffect, useRef } from 'preact/hooks'
import { localTimeOf, utcOf } from '../format/local-time.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { REFUND_STATUSES } from './statuses.ts'

type Props = { query: ConsoleRoute['query']; onChange(query: ConsoleRoute['query']): void }

const TEXTS = [
  ['user_id', 'User'],
  ['transaction_id', 'Transaction'],
  ['case_id', 'Case'],
  ['reason', 'Reason'],
  ['currency', 'Currency'],
  ['amount_min', 'Amount from'],
  ['amount_max', 'Amount to'],
] as const
const TIMES = [
  ['date_from', 'Requested from'],
  ['date_to', 'Requested to'],
] as const
const ORDERS = [
  ['', 'Newest first'],
  ['created_at asc', 'Oldest first'],
  ['amount desc', 'Largest amount first'],
  ['amount asc', 'Smallest amount first'],
] as const

/** The filters are in the address, so that a list can be sent as a link. Applying them begins at the first page. */
export function RefundFilterForm({ query, onChange }: Props) {
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
  const isFiltered = Object.keys(query).some(name => name !== 'cursor')
  return (
    <search aria-label="Filter refunds">
      <form ref={form} class="filters" onSubmit={apply}>
        <label>
          Status
          <select name="status" value={query.status ?? ''} onChange={() => apply()}>
            <option value="">any</option>
            {REFUND_STATUSES.map(status => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </label>
        <label>
          Order
          <select name="order" value={orderOf(query)} onChange={() => apply()}>
            {ORDERS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
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
        {isFiltered && (
          <button type="button" onClick={() => onChange({})}>
            Remove filters
          </button>
        )}
      </form>
    </search>
  )
}

function orderOf({ sort = 'created_at', order = 'desc' }: ConsoleRoute['query']): string {
  const value = `${sort} ${order}`
  return ORDERS.some(([known]) => known === value) ? value : ''
}

function queryOf(given: FormData, before: ConsoleRoute['query']): ConsoleRoute['query'] {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  const [sort = '', order = ''] = text('order').split(' ')
  const query: Record<string, string> = { status: text('status'), sort, order }
  for (const [name] of TEXTS) query[name] = text(name)
  for (const [name] of TIMES) query[name] = utcOf(text(name), before[name])
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
