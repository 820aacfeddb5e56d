import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { FilterForm, filterOptions } from '../ui/filter-form.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { readOperations } from './document.ts'
import { isOpen } from './is-open.ts'
import type { ApiOperation } from './operation.ts'
import { ReadAgain } from './read-again.tsx'

const COLUMNS: readonly Column<ApiOperation>[] = [
  {
    title: 'Operation',
    isRowTitle: true,
    cell: ({ name, title }) => <a href={formatRoute({ path: ['api', name] })}>{title}</a>,
  },
  {
    title: 'Request',
    cell: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { title: 'Section', cell: ({ tag }) => tag },
  { title: 'Scope', cell: ({ scope }) => scope ?? 'none' },
]
const WORDS = [['words', 'Words of it']] as const

/** The operations that are open to the user. */
export function OperationsPage() {
  const { query } = route.value
  const { answer, error, isLoading, reload } = useAnswer(readOperations, [])
  const open = (answer ?? []).filter(isOpen)
  const sections = [...new Set(open.map(({ tag }) => tag))]
  const shown = open.filter(operation => isFound(operation, query))
  return (
    <>
      <h1>API</h1>
      <p>
        An operation is sent from its page as you, with its example filled in, or by the command there.{' '}
        <a href="docs">The reference</a> has all fields and errors.
      </p>
      <FilterForm
        label="Filter operations"
        query={query}
        onChange={replaceQuery}
        first={WORDS}
        selects={[{ name: 'section', label: 'Section', options: filterOptions('all', sections) }]}
        texts={[]}
        times={[]}
      />
      <ReadAgain error={error} reload={reload} />
      <p role="status">
        {isLoading ? 'Loading' : error === null ? `${shown.length} of ${open.length} operations` : ''}
      </p>
      {shown.length > 0 && <RecordTable label="Operations" rows={shown} columns={COLUMNS} idOf={({ name }) => name} />}
    </>
  )
}

function isFound(
  { name, title, path, tag }: ApiOperation,
  { words = '', section }: Readonly<Record<string, string>>,
): boolean {
  const text = `${name} ${title} ${path}`.toLowerCase()
  const hasAll = words
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
  return hasAll && (section === undefined || section === tag)
}
