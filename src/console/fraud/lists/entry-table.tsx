import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Time } from '../../ui/time.tsx'
import type { ListEntryAnswer } from './list-filters.ts'

/** `onRemove` null: the user may not remove entries. */
type Props = { entries: readonly ListEntryAnswer[]; onRemove: ((entry: ListEntryAnswer) => void) | null }

const COLUMNS: readonly Column<ListEntryAnswer>[] = [
  { title: 'Value', isRowTitle: true, cell: ({ value }) => <bdi>{value}</bdi> },
  { title: 'List', cell: ({ list }) => <StatusMark of="list" status={list} /> },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi> },
  { title: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'never' : <Time at={expires_at} />) },
  {
    title: 'Added',
    cell: ({ added_at, added_by }) => (
      <>
        <Time at={added_at} />
        <div class="hint">by {added_by}</div>
      </>
    ),
  },
]

export function EntryTable({ entries, onRemove }: Props) {
  const columns = onRemove === null ? COLUMNS : [...COLUMNS, removeColumn(onRemove)]
  return <RecordTable label="Entries of the lists" rows={entries} columns={columns} idOf={({ entry_id }) => entry_id} />
}

function removeColumn(onRemove: (entry: ListEntryAnswer) => void): Column<ListEntryAnswer> {
  return {
    title: 'Action',
    cell: entry => (
      <button
        type="button"
        class="small"
        aria-label={`Remove ${entry.value} from the ${entry.list} list`}
        onClick={() => onRemove(entry)}
      >
        Remove
      </button>
    ),
  }
}
