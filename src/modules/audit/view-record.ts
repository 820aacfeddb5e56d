import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import type { Redactor } from '#privacy/redaction.ts'
import { canSee, type FoundRecord, type Reader } from '#queries/audit/find-record.ts'
import { historyLine } from './history-line.ts'
import { eventCountAt, type PointInTime } from './point-in-time.ts'

type Page = { after: number; limit: number }

/** Null for an unknown revision. Events and states of another client's time and data of erased people are left out. */
export function viewRecord(
  found: FoundRecord,
  redactor: Pick<Redactor, 'redactEvent' | 'redactView'>,
  { reader, pointInTime, page: { after, limit } }: { reader: Reader; pointInTime: PointInTime; page: Page },
) {
  const { audited, id, events, owners } = found
  const count = eventCountAt(events, pointInTime)
  if (count === null || (pointInTime !== null && 'revision' in pointInTime && !canSee(reader, owners[count - 1])))
    return null
  const then = events.slice(0, count)
  const isSeen = (index: number) => index >= 0 && canSee(reader, owners[index])
  const last = then.at(-1)
  const [state = null] = isSeen(count - 1) ? audited.states(id, then, count, redactor.redactEvent) : []

  const seen = then.flatMap(({ revision }, index) => (revision > after && isSeen(index) ? index : []))
  const page = seen.slice(0, limit)
  const [first = 0] = page
  const states = audited.states(id, then.slice(0, (page.at(-1) ?? -1) + 1), first, redactor.redactEvent)
  const history = page.map(index => ({
    ...historyLine(audited, then[index]!, redactor),
    state_before: isSeen(index - 1) ? (states[index - first] ?? null) : null,
    state_after: states[index - first + 1] ?? null,
  }))
  const first_broken_revision = firstBrokenLink(events)
  return {
    client_id: isSeen(count - 1) ? (owners[count - 1] ?? null) : null,
    revision: last === undefined || !isSeen(count - 1) ? null : last.revision,
    state,
    history,
    has_more: seen.length > page.length,
    /** Always of the whole stream. */
    chain: {
      events: events.length,
      intact: first_broken_revision === null,
      first_broken_revision,
      head_hash: events.at(-1)?.metadata.hash ?? null,
    },
  }
}
