import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { type RecordedEvent, TOMBSTONE_REVISION } from '#embedded/eventstore/event.ts'
import { checksum, positionAfter } from '#embedded/eventstore/record.ts'
import { StoreUnusable } from './database.ts'
import { type FilterClause, NO_FILTER, registerMatcher, VISIBLE_IN_ALL } from './filter.ts'

/** Stored bytes differ from the written ones. Such an event is never served. */
export class CorruptEvent extends Error {}

export interface LogPage {
  readonly events: readonly RecordedEvent[]
  readonly considered: number
  /** Position of the last event examined; the next page continues there. */
  readonly scannedTo: number
  readonly exhausted: boolean
}

/** Content bytes after which a page ends early, which bounds the memory of a page. */
export const PAGE_BYTES = 1024 * 1024

/** Events at the end of the log that are verified at start: a crash affects only these. */
const TAIL_CHECKED = 256

const COLUMNS = 'position, stream, revision, id, type, created, checksum, body'

const KEY = '(SELECT position FROM event WHERE stream = ? AND position = first)'

export type EventLog = ReturnType<typeof createEventLog>

export function createEventLog(database: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  registerMatcher(database)

  function lastPosition(): number {
    const row = prepare('SELECT max(position) FROM event').get()
    const value = row === undefined ? null : cell(row, 0)
    return value === null ? -1 : Number(value)
  }

  function scan(direction: 'forwards' | 'backwards', position: number, limit: number, filter: FilterClause): LogPage {
    const [beyond, within, order] = direction === 'forwards' ? ['>', '<=', 'ASC'] : ['<', '>=', 'DESC']
    if (filter === NO_FILTER) {
      const events = page(
        `SELECT ${COLUMNS} FROM event WHERE position ${beyond} ? AND ${VISIBLE_IN_ALL} ORDER BY position ${order} LIMIT ?`,
        [position, limit],
      )
      const last = events.at(-1)
      if (last === undefined) return nothingMore(direction, position)
      return { events, considered: events.length, scannedTo: last.position, exhausted: false }
    }
    // Two steps within SQLite: the end of the range of `limit` events, then the matches in it.
    const stretch = prepare(
      `SELECT count(*), ${direction === 'forwards' ? 'max' : 'min'}(position) FROM
         (SELECT position FROM event WHERE position ${beyond} ? AND ${VISIBLE_IN_ALL} ORDER BY position ${order} LIMIT ?)`,
    ).get(position, limit)
    const considered = stretch === undefined ? 0 : Number(cell(stretch, 0))
    if (stretch === undefined || considered === 0) return nothingMore(direction, position)
    const edge = Number(cell(stretch, 1))
    const events = page(
      `SELECT ${COLUMNS} FROM event WHERE position ${beyond} ? AND position ${within} ? AND ${VISIBLE_IN_ALL} AND ${filter.sql} ORDER BY position ${order}`,
      [position, edge, ...filter.parameters],
    )
    // The page ended by size before the range did: scan half of it.
    const short = considered > 1 && sizeOf(events) >= PAGE_BYTES && events.at(-1)?.position !== edge
    return short
      ? scan(direction, position, considered >> 1, filter)
      : { events, considered, scannedTo: edge, exhausted: false }
  }

  /** Forwards, the end of the log counts as examined, so that hidden events there are not read again. */
  function nothingMore(direction: 'forwards' | 'backwards', position: number): LogPage {
    const scannedTo = direction === 'forwards' ? Math.max(position, lastPosition()) : position
    return { events: [], considered: 0, scannedTo, exhausted: true }
  }

  function page(sql: string, parameters: (string | number)[]): RecordedEvent[] {
    const events: RecordedEvent[] = []
    let bytes = 0
    for (const row of prepare(sql).iterate(...parameters)) {
      const event = recorded(row)
      events.push(event)
      bytes += event.body.length
      if (bytes >= PAGE_BYTES) break
    }
    return events
  }

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement
  }

  return {
    /** @param first position of the first event of the stream, that of this event when it is the first. */
    insert(event: RecordedEvent, first: number): void {
      const { position, stream, revision, id, type, created, body } = event
      prepare(
        'INSERT INTO event (position, first, stream, type, revision, id, created, checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ).run(position, first, stream, type, revision, id, created, checksum(event), body)
    },
    lastOf(stream: string): RecordedEvent | undefined {
      return page(`SELECT ${COLUMNS} FROM event WHERE first = ${KEY} ORDER BY revision DESC LIMIT 1`, [stream])[0]
    },
    endsOf(stream: string): { first: number; lastRevision: number } | undefined {
      const row = prepare(`SELECT first, revision FROM event WHERE first = ${KEY} ORDER BY revision DESC LIMIT 1`).get(
        stream,
      )
      return row === undefined ? undefined : { first: Number(cell(row, 0)), lastRevision: Number(cell(row, 1)) }
    },
    lastPosition,
    stream(
      stream: string,
      from: number,
      to: number,
      limit: number,
      direction: 'forwards' | 'backwards' = 'forwards',
    ): RecordedEvent[] {
      const order = direction === 'forwards' ? 'ASC' : 'DESC'
      const events = page(
        `SELECT ${COLUMNS} FROM event WHERE first = ${KEY} AND revision BETWEEN ? AND ? ORDER BY revision ${order} LIMIT ?`,
        [stream, from, to, limit],
      )
      let next = direction === 'forwards' ? from : to
      for (const { revision, stream: name } of events) {
        if (name !== stream || (revision !== next && revision !== TOMBSTONE_REVISION))
          throw new CorruptEvent(`${stream} has a hole at revision ${next}`)
        next += direction === 'forwards' ? 1 : -1
      }
      return events
    },
    ids(stream: string, from: number, limit: number): { id: string; position: number }[] {
      const rows = prepare(
        `SELECT id, position FROM event WHERE first = ${KEY} AND revision >= ? ORDER BY revision LIMIT ?`,
      ).all(stream, from, limit)
      return rows.map(row => ({ id: String(cell(row, 0)), position: Number(cell(row, 1)) }))
    },
    /** The next events of `$all` after a position, which need not be one of an event; examines at most `limit`. */
    allAfter: (position: number, limit: number, filter: FilterClause = NO_FILTER) =>
      scan('forwards', position, limit, filter),
    allBefore: (position: number, limit: number, filter: FilterClause = NO_FILTER) =>
      scan('backwards', position, limit, filter),
    /** Verifies the end of the log. @returns the next event's position. @throws StoreUnusable */
    verifyTail(): number {
      const tail = page(`SELECT ${COLUMNS} FROM event ORDER BY position DESC LIMIT ?`, [TAIL_CHECKED])
      let next: number | undefined
      for (const event of tail) {
        if (next !== undefined && positionAfter(event) !== next)
          throw new StoreUnusable(`the log has a hole between positions ${event.position} and ${next}`)
        next = event.position
      }
      const last = tail[0]
      return last === undefined ? 0 : positionAfter(last)
    },
  }
}

function sizeOf(events: readonly RecordedEvent[]): number {
  return events.reduce((bytes, event) => bytes + event.body.length, 0)
}

type Row = Record<string, SQLOutputValue>

function cell(row: Row, column: number): SQLOutputValue {
  return row[column] ?? null
}

function recorded(row: Row): RecordedEvent {
  const body = row[7]
  const event: RecordedEvent = {
    position: Number(row[0]),
    stream: String(row[1]),
    revision: Number(row[2]),
    id: String(row[3]),
    type: String(row[4]),
    created: Number(row[5]),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
  }
  if (checksum(event) !== row[6]) throw new CorruptEvent(`the event at position ${event.position} is damaged`)
  return event
}
