import { sql } from 'slonik'
import { z } from 'zod'
import type { NatsAccess } from '#config/nats-access.ts'
import { connectNats, type Nats } from '#edge/nats/connect.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import type { PublicAuditKeys } from '../signing.ts'
import { type CheckpointCopy, compareCopies } from './checkpoint-copies.ts'
import { readRecordedEvents } from './event-recorder.ts'
import { lastInFile, linesOfFile } from './file-sink.ts'
import { lastOnNats, linesOnNats } from './nats-sink.ts'
import { linesFrom } from './sink.ts'
import { type LogVerification, verifyLog } from './verify-log.ts'

export type VerifyStoreDeps = {
  store: Pick<EventStore, 'subscribe' | 'end'>
  db: Database
  keys: PublicAuditKeys
  families: readonly string[]
  file: string | undefined
  nats: NatsAccess | undefined
}

/** `notes`: facts that are not problems. */
export type StoreVerification = LogVerification & { lastCheckpoint: number; notes: string[] }

const LINES = 1_000
const CONNECT_MS_MAX = 5_000
const POLL_MS = 50

/** Against all copies of the checkpoints; stores the result for health and metrics. */
export async function verifyStore(
  deps: VerifyStoreDeps,
  signal: AbortSignal,
  onProgress?: (events: number) => void,
): Promise<StoreVerification> {
  const startedAt = new Date()
  const { db, store, families } = deps
  const failures: string[] = []
  const nats = deps.nats === undefined ? undefined : connectNats(deps.nats, 'security-service-watch')
  try {
    const copies = [
      await inPostgres(db),
      ...(await ifReachable('CHECKPOINT_FILE', deps.file, inFile, failures)),
      ...(await ifReachable('NATS', nats, onNats, failures)),
    ]
    const lastCheckpoint = Math.max(...copies.map(({ last }) => last))
    const logVerification = await verifyLog({
      ...{ store, families, signal },
      checkpoints: compareCopies(copies, deps.keys),
      recordedEvents: async (count, max) => (max <= 0 ? [] : readRecordedEvents(db, count, max)),
      ...(onProgress === undefined ? {} : { onProgress }),
    })
    const verification = {
      ...logVerification,
      problems: [...failures.map(what => ({ what })), ...logVerification.problems],
      problemCount: logVerification.problemCount + failures.length,
      ...{ lastCheckpoint, notes: notesOf(copies, lastCheckpoint) },
    }
    await storeVerification(db, startedAt, verification)
    return verification
  } finally {
    await nats?.close()
  }
}

async function inPostgres(db: Database): Promise<CheckpointCopy> {
  const last = await db.maybeOneFirst(
    sql.type(z.object({ number: z.int() }))`select number from ops.audit_checkpoints order by number desc limit 1`,
  )
  async function* lines() {
    for (let from = 1; ; from += LINES) {
      const page = await linesFrom(db, from, LINES)
      yield* page
      if (page.length < LINES) return
    }
  }
  return { name: 'PostgreSQL', last: last ?? 0, lines: lines(), isWhole: true }
}

async function inFile(path: string): Promise<Omit<CheckpointCopy, 'name'>> {
  const last = await lastInFile(path)
  return { last: last?.checkpoint.number ?? 0, lines: linesOfFile(path), isWhole: false }
}

async function onNats(nats: Nats): Promise<Omit<CheckpointCopy, 'name'>> {
  const deadline = performance.now() + CONNECT_MS_MAX
  while (!nats.isLive() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, POLL_MS))
  const last = await lastOnNats(nats)
  return { last: last?.checkpoint.number ?? 0, lines: linesOnNats(nats), isWhole: false }
}

/** An unreachable copy is a problem; the others are still compared. */
async function ifReachable<T>(
  name: string,
  where: T | undefined,
  read: (where: T) => Promise<Omit<CheckpointCopy, 'name'>>,
  failures: string[],
): Promise<CheckpointCopy[]> {
  if (where === undefined) return []
  try {
    return [{ name, ...(await read(where)) }]
  } catch (error) {
    failures.push(`${name} can't be read: ${error instanceof Error ? error.message : error}`)
    return []
  }
}

function notesOf(copies: readonly CheckpointCopy[], last: number): string[] {
  const behind = copies.filter(copy => !copy.isWhole && copy.last < last)
  return behind.map(copy => `${copy.name} ends at checkpoint ${copy.last} of ${last}`)
}

/** A store without any checkpoint is not verified. */
async function storeVerification(
  db: Database,
  startedAt: Date,
  { events, checkpoints, lastCheckpoint, problems }: StoreVerification,
): Promise<void> {
  const [first] = problems
  const problem = first === undefined ? null : problemText(first)
  const ended = new Date().toISOString()
  const whole = problem === null && (checkpoints > 0 || events === 0) ? ended : null
  await db.query(sql.unsafe`
    insert into ops.audit_proof as p (begun_at, ended_at, events, checkpoint, problem, whole_at)
    values (${startedAt.toISOString()}, ${ended}, ${events}, ${lastCheckpoint}, ${problem}, ${whole})
    on conflict (one) do update set begun_at = excluded.begun_at, ended_at = excluded.ended_at, events = excluded.events,
      checkpoint = excluded.checkpoint, problem = excluded.problem, whole_at = coalesce(excluded.whole_at, p.whole_at)`)
}

export function problemText({ stream, revision, what }: LogVerification['problems'][number]): string {
  return stream === undefined ? what : `${stream} at revision ${revision}: ${what}`
}
