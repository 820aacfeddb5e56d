import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { localTimeOf, utcOf } from '../format/local-time.ts'
import { type ConsoleRoute, isPrivateText } from '../routing/route.ts'

type Query = ConsoleRoute['query']
type FilterSelect = { name: string; label: string; options: readonly (readonly [value: string, label: string])[] }
/** `suggestions`: texts that may be chosen instead of typed. */
type FilterField = readonly [name: string, label: string, suggestions?: readonly string[]]

type Props = {
  label: string
  query: Query
  onChange(query: Query): void
  /** Texts that are shown before all else. */
  first?: readonly FilterField[]
  /** They apply at once, unless there is a `button`. */
  selects: readonly FilterSelect[]
  texts: readonly FilterField[]
  /** In the reader's zone; in UTC in the address. */
  times: readonly FilterField[]
  /** The values of the fields, where they are not those of the address under the same names. */
  shown?(query: Query): Query
  /** The address for the values of all fields; the empty ones are left out of it. */
  meant?(fields: Query): Query
  /** Of the button that applies all fields, where nothing may happen before a press. Then all of them are shown. */
  button?: string
  onRemove?(): void
  /** Other ways to filter. `apply` changes filters with what is typed in the fields. */
  toggles?(apply: (changes: Query) => void): ComponentChildren
}

/** The filters are in the address, so that a list can be sent as a link. Applying them begins at the first page. */
export function FilterForm(props: Props) {
  const { label, query, onChange, first = [], selects, texts, times, button, toggles } = props
  const { shown = same, meant = same, onRemove = () => onChange({}) } = props
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const allTexts = [...first, ...texts]
  const [isPrivate, setPrivate] = useState(false)
  const apply = (changes: Query = {}) => {
    const given = new FormData(form.current!)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const fields = [
      ...[...selects.map(({ name }) => name), ...allTexts.map(([name]) => name)].map(
        name => [name, text(name)] as const,
      ),
      ...times.map(([name]) => [name, utcOf(text(name), query[name])] as const),
    ]
    const wanted = { ...meant(Object.fromEntries(fields)), ...changes }
    const isRefused = Object.values(wanted).some(isPrivateText)
    setPrivate(isRefused)
    if (!isRefused) onChange(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')))
  }
  // The fields stay, and with them the focus, when the address changes.
  useEffect(() => {
    const set = (name: string, value: string) => {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
    }
    if (button !== undefined) for (const { name } of selects) set(name, shown(query)[name] ?? '')
    for (const [name] of allTexts) set(name, shown(query)[name] ?? '')
    for (const [name] of times) set(name, localTimeOf(query[name]))
  }, [JSON.stringify([query, allTexts.map(([name]) => shown(query)[name])])])
  const isFiltered = Object.keys(query).some(name => name !== 'cursor')
  const fields = (
    <>
      {texts.map(([name, label, suggestions = []]) => (
        <label key={name}>
          {label}
          <input
            type="text"
            name={name}
            autocomplete="off"
            list={suggestions.length > 0 ? `${id}-${name}` : undefined}
          />
          {suggestions.length > 0 && (
            <datalist id={`${id}-${name}`}>
              {suggestions.map(text => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </label>
      ))}
      {times.map(([name, label]) => (
        <label key={name}>
          {label} (your time)
          <input name={name} type="datetime-local" />
        </label>
      ))}
      <button type="submit" class={button === undefined ? undefined : 'primary'}>
        {button ?? 'Apply'}
      </button>
    </>
  )
  const atOnce = (name: string) => ({ value: shown(query)[name] ?? '', onChange: () => apply() })
  return (
    <search aria-label={label}>
      <form
        ref={form}
        class="filters"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        {first.map(([name, label]) => (
          <label key={name}>
            {label}
            <input name={name} autocomplete="off" />
          </label>
        ))}
        {first.length > 0 && <button type="submit">Show</button>}
        {selects.map(({ name, label, options }) => (
          <label key={name}>
            {label}
            <select name={name} {...(button === undefined ? atOnce(name) : {})}>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
        {toggles?.(apply)}
        {button === undefined && texts.length + times.length > 0 && (
          <details open={[...texts, ...times].some(([name]) => query[name] !== undefined)}>
            <summary>More filters</summary>
            <div class="filters">{fields}</div>
          </details>
        )}
        {button !== undefined && fields}
        {isFiltered && (
          <button
            type="button"
            onClick={() => {
              setPrivate(false)
              onRemove()
            }}
          >
            Remove filters
          </button>
        )}
      </form>
      {isPrivate && (
        <p role="alert">
          The filters are in the address of this page, which the browser keeps. An e-mail address or a phone number does
          not belong there: filter by an id.
        </p>
      )}
    </search>
  )
}

const same = (query: Query) => query

/** The options of a select that has a name for "no filter". */
export function filterOptions(none: string, values: readonly string[]): FilterSelect['options'] {
  return [['', none], ...values.map(value => [value, value] as const)]
}
