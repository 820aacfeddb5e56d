import { sql } from 'slonik'
import { z } from 'zod'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { assertLease, type Lease } from '#subscription/lease.ts'
import type { AuditSigner } from '../signing.ts'
import { hashOfLine, type StoredCheckpoint, signCheckpoint } from './checkpoint.ts'
import { readRecordedEvents } from './event-recorder.ts'
import { leafOf, type StreamHead } from './stream-head.ts'
import { putLeaves, type Tiles } from './tiles.ts'

/** Limits the memory of making a checkpoint and of comparing the log with it. */
export const EVENTS_MAX = 10_000

type Deps = { db: Database; signer: AuditSigner; now: () => Date }

const Last = z.object({
  number: z.int(),
  events: z.number(),
  streams: z.int(),
  line: z.string().nullable(),
  pending: z.number(),
  age_ms: z.number().nullable(),
})

/**
 * Makes the next checkpoint when it is due, in one transaction with its tree: for uncovered events, when the last one
 * is `everyMs` old or `EVENTS_MAX` are uncovered. Returns whether it made one.
 */
export async function makeCheckpoint({ db, signer, now }: Deps, lease: Lease, everyMs: number): Promise<boolean> {
  const last = await db.one(sql.type(Last)`
    select coalesce(number, 0) as number, coalesce(events, 0) as events, coalesce(streams, 0) as streams, line,
      coalesce((select max(n) from ops.audit_events), 0) - coalesce(events, 0) as pending,
      (extract(epoch from ${now().toISOString()}::timestamptz - at) * 1000)::float8 as age_ms
    from (select 1) as one left join (select * from ops.audit_checkpoints order by number desc limit 1) as last on true`)
  const { pending, age_ms } = last
  // A time in the future is from before the clock was set back.
  const isDue = age_ms === null || age_ms >= everyMs || age_ms < 0
  if (pending < EVENTS_MAX && !(pending > 0 && isDue)) return false
  await db.transaction(async tx => {
    await assertLease(tx, lease)
    const { lastByStream, events, position } = await readChangedStreams(tx, last.events)
    const leaves = await storeStreams(tx, [...lastByStream.values()], last.streams)
    const streams = Math.max(last.streams, Math.max(...leaves.keys()) + 1)
    const head = await putLeaves(tilesIn(tx), leaves, streams)
    await storeCheckpoint(
      tx,
      signCheckpoint(signer, {
        number: last.number + 1,
        at: now().toISOString(),
        events,
        streams,
        position,
        head: head.toString('hex'),
        previous: last.line === null ? null : hashOfLine(last.line),
      }),
    )
  })
  return true
}

/** The last events of changed streams in the order of their first change, with the new count and position. */
async function readChangedStreams(tx: Transaction, events: number) {
  const recorded = await readRecordedEvents(tx, events, EVENTS_MAX)
  const lastByStream = new Map(recorded.map(event => [event.stream, event]))
  return { lastByStream, events: events + recorded.length, position: String(recorded.at(-1)!.position.commit) }
}

async function storeStreams(
  tx: Transaction,
  changedStreams: readonly StreamHead[],
  streams: number,
): Promise<Map<number, Buffer>> {
  const names = changedStreams.map(({ stream }) => stream)
  const found = await tx.any(sql.type(z.object({ stream: z.string(), leaf: z.int() }))`
    select stream, leaf from ops.audit_heads where stream = any(${sql.array(names, 'text')})`)
  const known = new Map(found.map(({ stream, leaf }) => [stream, leaf]))
  let next = streams
  const leaves = new Map<number, Buffer>()
  const added: string[][] = []
  const changed: string[][] = []
  for (const head of changedStreams) {
    const { stream, revision, hash } = head
    const leaf = known.get(stream)
    const row = [String(leaf ?? next), String(revision), hash ?? '']
    if (leaf === undefined) added.push([...row, stream])
    else changed.push(row)
    leaves.set(leaf ?? next++, leafOf(head))
  }
  if (added.length > 0)
    await tx.query(sql.unsafe`
      insert into ops.audit_heads (leaf, revision, hash, stream)
      select leaf, revision, decode(nullif(hash, ''), 'hex'), stream
      from ${sql.unnest(added, ['int4', 'int8', 'text', 'text'])} as h(leaf, revision, hash, stream)`)
  if (changed.length > 0)
    await tx.query(sql.unsafe`
      update ops.audit_heads as kept set revision = h.revision, hash = decode(nullif(h.hash, ''), 'hex')
      from ${sql.unnest(changed, ['int4', 'int8', 'text'])} as h(leaf, revision, hash) where kept.leaf = h.leaf`)
  return leaves
}

function tilesIn(tx: Transaction): Tiles {
  const Tile = z.object({ tile: z.int(), nodes: z.string() })
  return {
    async load(level, tiles) {
      const rows = await tx.any(sql.type(Tile)`
        select tile, encode(nodes, 'hex') as nodes from ops.audit_tiles
        where level = ${level} and tile = any(${sql.array([...tiles], 'int4')})`)
      return new Map(rows.map(({ tile, nodes }) => [tile, Buffer.from(nodes, 'hex')]))
    },
    async store(level, rows) {
      const tiles = [...rows].map(([tile, nodes]) => [String(tile), nodes.toString('hex')])
      await tx.query(sql.unsafe`
        insert into ops.audit_tiles (level, tile, nodes)
        select ${level}::int, tile, decode(nodes, 'hex') from ${sql.unnest(tiles, ['int4', 'text'])} as t(tile, nodes)
        on conflict (level, tile) do update set nodes = excluded.nodes`)
    },
  }
}

async function storeCheckpoint(tx: Transaction, { line, checkpoint }: StoredCheckpoint): Promise<void> {
  const { number, at, events, streams, position } = checkpoint
  await tx.query(sql.unsafe`
    insert into ops.audit_checkpoints (number, at, events, streams, position, line)
    values (${number}, ${at}, ${events}, ${streams}, ${position}::bigint, ${line})`)
}
