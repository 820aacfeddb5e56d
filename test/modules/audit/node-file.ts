import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RecordedEvent } from '#embedded/eventstore/event.ts'
import { checksum, encodeBody } from '#embedded/eventstore/record.ts'
import { WireReader } from '#embedded/eventstore/wire.ts'
import type { DomainEvent, EventMetadata } from '#event-sourcing/decider.ts'
import { linkHash } from '#event-sourcing/hash-chain.ts'

/** The file of a stopped embedded node, in the hands of somebody who knows how it is made. */
export type NodeFile = ReturnType<typeof nodeFile>

/** A row of it, with what the event says. */
export type Stored = Omit<RecordedEvent, 'body'> & {
  body: Buffer
  first: number
  metadata: EventMetadata
  data: Record<string, unknown>
}

export function openNodeFile(folder: string, change: (file: NodeFile) => void): void {
  const database = new DatabaseSync(join(folder, 'events.db'))
  try {
    change(nodeFile(database))
  } finally {
    database.close()
  }
  // It says how far the node had come, and whoever takes events away takes it away too.
  rmSync(join(folder, 'events.mark'), { force: true })
}

function nodeFile(database: DatabaseSync) {
  const run = (sql: string, ...values: (string | number | Buffer)[]) => void database.prepare(sql).run(...values)

  function events(stream: string): Stored[] {
    return database
      .prepare('SELECT * FROM event WHERE stream = ? ORDER BY revision')
      .all(stream)
      .map(row => {
        const body = Buffer.from(row.body as Uint8Array)
        const { metadata, data } = contentOf(body)
        return { ...row, body, metadata, data } as unknown as Stored
      })
  }

  function put(event: Stored): void {
    const { position, first, stream, type, revision, id, created } = event
    const body = bodyOf(event)
    const sum = checksum({ ...event, body })
    run('DELETE FROM event WHERE position = ?', position)
    run(
      'INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      position,
      first,
      stream,
      type,
      revision,
      id,
      created,
      sum,
      body,
    )
  }

  return {
    events,
    streams: (prefix: string) =>
      database
        .prepare('SELECT stream FROM event WHERE substr(stream, 1, ?) = ? GROUP BY stream ORDER BY min(position)')
        .all(prefix.length, prefix)
        .map(({ stream }) => String(stream)),
    end: () => Number(database.prepare('SELECT max(position) AS last FROM event').get()?.last),
    /** Writes an event over the one at its position, with a new checksum. */
    put,
    /** The same with a byte of its data changed, and the old checksum. */
    damage({ position, body }: Stored) {
      const changed = Buffer.from(body)
      changed[changed.length - 3]! ^= 1
      run('UPDATE event SET body = ? WHERE position = ?', changed, position)
    },
    drop: ({ position }: Stored) => run('DELETE FROM event WHERE position = ?', position),
    dropStream: (stream: string) => run('DELETE FROM event WHERE stream = ?', stream),
    dropBehind: (position: number) => run('DELETE FROM event WHERE position > ?', position),
    /** Two events change places in the log. */
    swap(a: Stored, b: Stored) {
      run('DELETE FROM event WHERE position IN (?, ?)', a.position, b.position)
      put({ ...a, position: b.position })
      put({ ...b, position: a.position })
    },
    /** A position right behind another event that no event has. */
    behind: ({ position }: Stored) => position + 1,
  }
}

/** An event that says it follows `before`, or begins a stream, as this service would have written it. */
export function following(
  before: Stored | null,
  says: Pick<Stored, 'stream' | 'position' | 'first'> & DomainEvent,
  like: Stored,
): Stored {
  const { stream, position, first, type } = says
  const data = says.data as Record<string, unknown>
  const revision = before === null ? 0 : before.revision + 1
  return chainedBehind(before, { ...like, stream, position, first, type, data, revision, id: randomUUID() })
}

/** The events with hashes computed anew, from whatever they say now. */
export function chainedAnew(events: readonly Stored[], from: number): Stored[] {
  const anew = events.slice(0, from)
  for (const event of events.slice(from)) anew.push(chainedBehind(anew.at(-1) ?? null, event))
  return anew
}

function chainedBehind(before: Stored | null, event: Stored): Stored {
  const prev_hash = before?.metadata.hash ?? null
  const { id: event_id, stream, revision, type, data, metadata } = event
  const hash = linkHash(prev_hash, { ...metadata, event_id, stream, revision, type, data })
  return { ...event, metadata: { ...event.metadata, prev_hash, hash } }
}

function contentOf(body: Buffer): { metadata: EventMetadata; data: Record<string, unknown> } {
  const reader = new WireReader(body)
  let metadata = Buffer.alloc(0)
  let data = Buffer.alloc(0)
  while (reader.next()) {
    if (reader.field === 7) metadata = Buffer.from(reader.view())
    if (reader.field === 8) data = Buffer.from(reader.view())
  }
  return { metadata: JSON.parse(metadata.toString()), data: JSON.parse(data.toString()) }
}

function bodyOf({ id, type, created, metadata, data }: Stored): Buffer {
  const bytes = (value: object) => Buffer.from(JSON.stringify(value))
  return encodeBody(
    { id, type, contentType: 'application/json', metadata: bytes(metadata), data: bytes(data) },
    created,
  )
}
