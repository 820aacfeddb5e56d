import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { type RecordedEvent, TOMBSTONE_REVISION } from '#embedded/eventstore/event.ts'
import { checksum, positionAfter } from '#embedded/eventstore/record.ts'
import { StoreUnusable } from './database.ts'
import { type FilterClause, NO_FILTER, registerMatcher, VISIBLE_IN_ALL } from './filter.ts'

/** Raised when stored bytes are not the bytes that were written. Such an event is never served. */
export class CorruptEvent extends Error {}

/** One step of a reader: the events found and how far the log was looked at. */
export interface LogPage {
  readonly events: readonly RecordedEvent[]
  /** Events looked at, wanted or not. */
  readonly considered: number
  /** Position of the last event looked at; where the next page goes on. */
  readonly scannedTo: number
  /** True when the log had nothing more in this direction. */
  readonly exhausted: boolean
}

/** Content bytes after which a page ends early, so that a page of large events stays as small as one of small ones. */
export const PAGE_BYTES = 1024 * 1024

/** Events at the end of the log that are verified at every start: where a crash could have left a trace. */
const TAIL_CHECKED = 256

const COLUMNS = 'position, stream, revision, id, type, created, checksum, body'

/** The key of the stream whose name is the parameter. */
const KEY = '(SELECT position FROM event WHERE stream = ? AND position = first)'

/** The events on disk, in log order and in stream order. Synchronous, one connection, no state but prepared statements. */
export class EventLog {
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
    registerMatcher(database)
  }

  /** @param first position of the first event of the stream, that of this event when it is the first. */
  insert(event: RecordedEvent, first: number): void {
    const { position, stream, revision, id, type, created, body } = event
    this.prepare(
      'INSERT INTO event (position, first, stream, type, revision, id, created, checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(position, first, stream, type, revision, id, created, checksum(event), body)
  }

  /** Last event of a stream, tombstone included. */
  lastOf(stream: string): RecordedEvent | undefined {
    return this.page(`SELECT ${COLUMNS} FROM event WHERE first = ${KEY} ORDER BY revision DESC LIMIT 1`, [stream])[0]
  }

  /** Position of the first event of a stream and revision of its last, without reading either; undefined when there is none. */
  endsOf(stream: string): { first: number; lastRevision: number } | undefined {
    const row = this.prepare(
      `SELECT first, revision FROM event WHERE first = ${KEY} ORDER BY revision DESC LIMIT 1`,
    ).get(stream)
    return row === undefined ? undefined : { first: Number(cell(row, 0)), lastRevision: Number(cell(row, 1)) }
  }

  /** Position of the last event in the log, -1 when it is empty. */
  lastPosition(): number {
    const row = this.prepare('SELECT max(position) FROM event').get()
    const value = row === undefined ? null : cell(row, 0)
    return value === null ? -1 : Number(value)
  }

  /** Events of a stream from `from` to `to` (both included), at most `limit`, in the direction asked. */
  stream(
    stream: string,
    from: number,
    to: number,
    limit: number,
    direction: 'forwards' | 'backwards' = 'forwards',
  ): RecordedEvent[] {
    const order = direction === 'forwards' ? 'ASC' : 'DESC'
    const events = this.page(
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
  }

  /** Ids and positions of the events of a stream from a revision on: what a retried append is compared with. */
  ids(stream: string, from: number, limit: number): { id: string; position: number }[] {
    const rows = this.prepare(
      `SELECT id, position FROM event WHERE first = ${KEY} AND revision >= ? ORDER BY revision LIMIT ?`,
    ).all(stream, from, limit)
    return rows.map(row => ({ id: String(cell(row, 0)), position: Number(cell(row, 1)) }))
  }

  /** The next events of `$all` after a position (which need not be one of an event), looking at no more than `limit`. */
  allAfter(position: number, limit: number, filter: FilterClause = NO_FILTER): LogPage {
    return this.scan('forwards', position, limit, filter)
  }

  /** The same towards the start: events before a position. */
  allBefore(position: number, limit: number, filter: FilterClause = NO_FILTER): LogPage {
    return this.scan('backwards', position, limit, filter)
  }

  /**
   * Proves the end of the log: checksums, no holes between neighbours. Called at start, before anything is served.
   * @returns the position the next event gets.
   * @throws StoreUnusable
   */
  verifyTail(): number {
    const tail = this.page(`SELECT ${COLUMNS} FROM event ORDER BY position DESC LIMIT ?`, [TAIL_CHECKED])
    let next: number | undefined
    for (const event of tail) {
      if (next !== undefined && positionAfter(event) !== next)
        throw new StoreUnusable(`the log has a hole between positions ${event.position} and ${next}`)
      next = event.position
    }
    const last = tail[0]
    return last === undefined ? 0 : positionAfter(last)
  }

  private scan(direction: 'forwards' | 'backwards', position: number, limit: number, filter: FilterClause): LogPage {
    const [beyond, within, order] = direction === 'forwards' ? ['>', '<=', 'ASC'] : ['<', '>=', 'DESC']
    if (filter === NO_FILTER) {
      const events = this.page(
        `SELECT ${COLUMNS} FROM event WHERE position ${beyond} ? AND ${VISIBLE_IN_ALL} ORDER BY position ${order} LIMIT ?`,
        [position, limit],
      )
      const last = events.at(-1)
      if (last === undefined) return this.nothingMore(direction, position)
      return { events, considered: events.length, scannedTo: last.position, exhausted: false }
    }
    // Two steps: where the stretch of `limit` events ends, then the wanted ones in it. Both run inside SQLite.
    const stretch = this.prepare(
      `SELECT count(*), ${direction === 'forwards' ? 'max' : 'min'}(position) FROM
         (SELECT position FROM event WHERE position ${beyond} ? AND ${VISIBLE_IN_ALL} ORDER BY position ${order} LIMIT ?)`,
    ).get(position, limit)
    const considered = stretch === undefined ? 0 : Number(cell(stretch, 0))
    if (stretch === undefined || considered === 0) return this.nothingMore(direction, position)
    const edge = Number(cell(stretch, 1))
    const events = this.page(
      `SELECT ${COLUMNS} FROM event WHERE position ${beyond} ? AND position ${within} ? AND ${VISIBLE_IN_ALL} AND ${filter.sql} ORDER BY position ${order}`,
      [position, edge, ...filter.parameters],
    )
    // A page that its size has cut short has not seen the whole stretch: look at half of it.
    const short = considered > 1 && sizeOf(events) >= PAGE_BYTES && events.at(-1)?.position !== edge
    return short
      ? this.scan(direction, position, considered >> 1, filter)
      : { events, considered, scannedTo: edge, exhausted: false }
  }

  /** Forwards, the end of the log counts as looked at, so that hidden events there are not looked at again and again. */
  private nothingMore(direction: 'forwards' | 'backwards', position: number): LogPage {
    const scannedTo = direction === 'forwards' ? Math.max(position, this.lastPosition()) : position
    return { events: [], considered: 0, scannedTo, exhausted: true }
  }

  private page(sql: string, parameters: (string | number)[]): RecordedEvent[] {
    const events: RecordedEvent[] = []
    let bytes = 0
    for (const row of this.prepare(sql).iterate(...parameters)) {
      const event = recorded(row)
      events.push(event)
      bytes += event.body.length
      if (bytes >= PAGE_BYTES) break
    }
    return events
  }

  private prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql)
    if (statement === undefined) {
      statement = this.database.prepare(sql)
      statement.setReturnArrays(true)
      this.statements.set(sql, statement)
    }
    return statement
  }
}

function sizeOf(events: readonly RecordedEvent[]): number {
  return events.reduce((bytes, event) => bytes + event.body.length, 0)
}

type Row = Record<string, SQLOutputValue>

function cell(row: Row, column: number): SQLOutputValue {
  return row[column] ?? null
}

/** @throws CorruptEvent */
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
