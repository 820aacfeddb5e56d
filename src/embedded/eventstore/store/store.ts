import type { DatabaseSync } from 'node:sqlite'
import { ownEvent } from '#embedded/eventstore/event.ts'
import { type Changes, createChanges } from './changes.ts'
import { openDatabase } from './database.ts'
import { type HighWaterMark, openHighWaterMark, readBeforeOpening } from './high-water-mark.ts'
import { createJournal } from './journal.ts'
import { createEventLog, type EventLog } from './log.ts'
import { createStreams, type Streams } from './streams.ts'
import { createTail, type Tail } from './tail.ts'
import { createWriter, type Writer } from './writer.ts'

export interface NodeStore {
  readonly log: EventLog
  readonly tail: Tail
  readonly streams: Streams
  readonly writer: Writer
  readonly changes: Changes
  close(): void
}

/** @param onFlushFailure must end the process: only a new start knows what is on disk. @throws StoreUnusable */
export async function openStore(dataDir: string, onFlushFailure: (error: unknown) => void): Promise<NodeStore> {
  const foundState = readBeforeOpening(dataDir)
  const database = openDatabase(dataDir)
  try {
    const log = createEventLog(database)
    const nextPosition = log.verifyTail()
    const mark = openHighWaterMark(dataDir, log.lastPosition(), foundState)
    const tail = createTail(log)
    const streams = createStreams(log)
    const changes = createChanges()
    const writer = createWriter(
      database,
      createJournal(log, streams, nextPosition),
      events => {
        mark.set(events.at(-1)?.position ?? -1)
        tail.add(events)
        changes.publish(events)
      },
      onFlushFailure,
    )
    if (nextPosition === 0) await seed(writer)
    return { log, tail, streams, writer, changes, close: () => close(database, mark) }
  } catch (error) {
    database.close()
    throw error
  }
}

function close(database: DatabaseSync, mark: HighWaterMark): void {
  if (!database.isOpen) return
  database.close()
  mark.close()
}

/** A real node starts with its own events, and clients rely on a `$all` that is never empty. */
async function seed(writer: Writer): Promise<void> {
  const system = [
    ['$user-admin', ownEvent('$UserCreated', '{"loginName":"admin","groups":["$admins"]}')],
    ['$user-ops', ownEvent('$UserCreated', '{"loginName":"ops","groups":["$ops"]}')],
    ['$users', ownEvent('$User', '"admin"')],
  ] as const
  for (const [stream, event] of system) await writer.write({ kind: 'append', stream, expected: 'any', events: [event] })
}
