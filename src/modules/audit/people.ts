import type { Personal } from '#declarations/personal-data.ts'
import { type Redactor, readLeftOutOf } from '#privacy/redaction.ts'
import type { FoundRecord } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'

/**
 * What is left out of a record because of the people whom it is about, and whom it was about at a revision, as far as that may still be said: a record
 * may have changed hands.
 */
export async function peopleOf(
  { store }: Pick<Service, 'store'>,
  personal: readonly Personal[],
  { audited, id, events, people }: FoundRecord,
): Promise<{ leftOut: Redactor; subjectAt(revision: number): string | null }> {
  const stream = audited.prefix + id
  const known = people.flatMap(({ client_id, user_id }) => (client_id === null ? [] : [{ client_id, user_id }]))
  const leftOut = await readLeftOutOf(store, personal, { stream, people: known, events })
  return {
    leftOut,
    subjectAt(asked) {
      const last = people.findLast(({ revision }) => revision <= asked)
      const named = last && events[last.revision]
      return last === undefined || named === undefined || leftOut.isErased(named) ? null : last.user_id
    },
  }
}
