import { Scrolling } from '../../ui/scrolling.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Time } from '../../ui/time.tsx'
import type { ListEntryAnswer } from './list-filters.ts'

/** `onRemove` null: the user may not remove entries. */
type Props = { entries: readonly ListEntryAnswer[]; onRemove: ((entry: ListEntryAnswer) => void) | null }

export function EntryTable({ entries, onRemove }: Props) {
  return (
    <Scrolling label="Entries of the lists">
      <table>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">List</th>
            <th scope="col">Kind</th>
            <th scope="col">Reason</th>
            <th scope="col">Expires</th>
            <th scope="col">Added</th>
            {onRemove !== null && <th scope="col">Action</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <tr key={entry.entry_id}>
              <th scope="row">
                <bdi>{entry.value}</bdi>
              </th>
              <td>
                <StatusMark of="list" status={entry.list} />
              </td>
              <td>{entry.kind}</td>
              <td>
                <bdi>{entry.reason}</bdi>
              </td>
              <td>{entry.expires_at === null ? 'never' : <Time at={entry.expires_at} />}</td>
              <td>
                <Time at={entry.added_at} />
                <div class="hint">by {entry.added_by}</div>
              </td>
              {onRemove !== null && (
                <td>
                  <button
                    type="button"
                    class="small"
                    aria-label={`Remove ${entry.value} from the ${entry.list} list`}
                    onClick={() => onRemove(entry)}
                  >
                    Remove
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
