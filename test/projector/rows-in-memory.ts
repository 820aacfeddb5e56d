import type { Projection, Row } from '#declarations/read-model.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** The rows that `rows` changes come to, one event and one row after the other: what the projector does set by set. */
export function rowsInMemory(projection: Projection, events: readonly Recorded<DomainEvent>[]): Row[] {
  const rows = new Map<string, Row>()
  const name = (row: Row) => JSON.stringify(projection.key.map(column => row[column]))
  for (const event of events) {
    const change = projection.change(event)
    if (change === null) continue
    if (!('rows' in change)) throw new Error('a change of another kind')
    for (const { key, otherKeys = [], next } of change.rows) {
      const row = next(rows.get(name(key)), ...otherKeys.map(other => rows.get(name(other))))
      if (row === null) rows.delete(name(key))
      else rows.set(name(key), row)
    }
  }
  return [...rows.values()]
}
