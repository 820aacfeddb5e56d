import type { ConsoleRoute } from '../routing/route.ts'

const OPTIONS = ['from', 'to', 'family', 'format', 'client_id'] as const

/** The command that writes the same export on a machine that reaches the event store. */
export function exportCommandFor(query: ConsoleRoute['query']): string {
  const options = OPTIONS.flatMap(name => {
    const value = query[name] ?? ''
    return value === '' ? [] : [`--${name.replace('_id', '')} ${quoted(value)}`]
  })
  return ['npm run -s audit -- export', ...options, `--output ${exportFileName(query)}`].join(' ')
}

export function exportFileName({ format }: ConsoleRoute['query']): string {
  return `audit-export.${format === 'csv' ? 'csv' : 'ndjson'}`
}

/** For a shell: any text may be in an address. */
function quoted(value: string): string {
  return /^[\w:.-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}
