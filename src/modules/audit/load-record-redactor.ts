import type { PersonalDataMap } from '#declarations/personal-data.ts'
import { loadStreamRedactor, type Redactor } from '#privacy/redaction.ts'
import type { FoundRecord } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'

/** Also returns whom the record was about at a revision, unless erased: a record may pass to another person. */
export async function loadRecordRedactor(
  { store }: Pick<Service, 'store'>,
  personal: readonly PersonalDataMap[],
  { audited, id, events, people }: FoundRecord,
): Promise<{ redactor: Redactor; subjectAt(revision: number): string | null }> {
  const stream = audited.prefix + id
  const known = people.flatMap(({ client_id, user_id }) => (client_id === null ? [] : [{ client_id, user_id }]))
  const redactor = await loadStreamRedactor(store, personal, { stream, people: known, events })
  return {
    redactor,
    subjectAt(atRevision) {
      const last = people.findLast(({ revision }) => revision <= atRevision)
      const named = last && events[last.revision]
      return last === undefined || named === undefined || redactor.isErased(named) ? null : last.user_id
    },
  }
}
