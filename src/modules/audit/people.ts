import { type LeftOut, readLeftOutOf } from '#modules/subjects/left-out.ts'
import type { Personal } from '#personal.ts'
import type { FoundRecord } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'

/** What is left out of a record because of the people whom it is about, and whom it is about at the end, as far as that may still be said. */
export async function peopleOf(
  { store }: Pick<Service, 'store'>,
  personal: readonly Personal[],
  { audited, id, events, people }: FoundRecord,
): Promise<{ leftOut: LeftOut; subject: string | null }> {
  const stream = audited.prefix + id
  const known = people.flatMap(({ client_id, user_id }) => (client_id === null ? [] : [{ client_id, user_id }]))
  const leftOut = await readLeftOutOf(store, personal, { stream, people: known })
  const last = people.at(-1)
  const named = last && events[last.revision]
  const isGone = named === undefined || leftOut.isErased(named)
  return { leftOut, subject: isGone || last === undefined ? null : last.user_id }
}
