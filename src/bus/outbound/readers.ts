import { AckPolicy, DeliverPolicy, type JetStreamManager } from 'nats'
import { sql } from 'slonik'
import { z } from 'zod'
import { OUTBOUND_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import type { Database } from '#edge/postgres/pool.ts'

/** What may stand in the name of a consumer, and of subjects that have it. */
export const READER_NAME = /^[a-z][a-z0-9-]{0,62}$/

const Row = z.object({ reader: z.string() })

export async function addReader(db: Database, manager: JetStreamManager, reader: string): Promise<void> {
  await db.query(sql.unsafe`insert into ops.bus_readers (reader) values (${reader}) on conflict do nothing`)
  await ensureConsumer(manager, reader)
}

/** What it has not read is forgotten. False: there is no such reader. */
export async function removeReader(db: Database, manager: JetStreamManager, reader: string): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`delete from ops.bus_readers where reader = ${reader}`)
  await nullIfMissing(manager.consumers.delete(OUTBOUND_STREAM, reader))
  return rowCount > 0
}

export function listReaders(db: Database): Promise<readonly string[]> {
  return db.anyFirst(sql.type(Row)`select reader from ops.bus_readers order by reader`)
}

/** Makes the consumers that the broker has lost. They begin with the oldest event that is kept. */
export async function ensureReaders(db: Database, manager: JetStreamManager): Promise<void> {
  const readers = await listReaders(db)
  for (const reader of readers) await ensureConsumer(manager, reader)
  // One that was removed since must not keep a consumer.
  const left = new Set(await listReaders(db))
  for (const reader of readers)
    if (!left.has(reader)) await nullIfMissing(manager.consumers.delete(OUTBOUND_STREAM, reader))
}

/** Readers whose consumer is missing are left out. */
export async function readUnread(db: Database, manager: JetStreamManager): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const reader of await listReaders(db)) {
    const unread = await unreadBy(manager, reader)
    if (unread !== null) found.set(reader, unread)
  }
  return found
}

/** Of a reader; null where the broker has no such consumer. */
export async function unreadBy(manager: JetStreamManager, reader: string): Promise<number | null> {
  const info = await nullIfMissing(manager.consumers.info(OUTBOUND_STREAM, reader))
  return info === null ? null : info.num_pending + info.num_ack_pending
}

async function ensureConsumer(manager: JetStreamManager, reader: string): Promise<void> {
  if ((await nullIfMissing(manager.consumers.info(OUTBOUND_STREAM, reader))) !== null) return
  await manager.consumers.add(OUTBOUND_STREAM, {
    durable_name: reader,
    description: 'A reader of public events',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_deliver: -1,
  })
}
