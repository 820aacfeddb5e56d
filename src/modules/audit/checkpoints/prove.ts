import { sql } from 'slonik'
import { z } from 'zod'
import { connectNats, type Nats } from '#edge/nats/connect.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import type { PublicAuditKeys } from '../signing.ts'
import { lastInFile, linesOfFile } from './file-sink.ts'
import { lastOnNats, linesOnNats } from './nats-sink.ts'
import { type Proof, proveLog } from './prove-log.ts'
import { linesFrom } from './sink.ts'
import type { EventPosition } from './stream-heads.ts'
import { testimonies, type Witness } from './witnesses.ts'

export type Deps = {
  store: Pick<EventStore, 'subscribe' | 'end'>
  db: Database
  keys: PublicAuditKeys
  /** What the names of this service's streams begin with. */
  families: readonly string[]
  /** Where checkpoints are kept beside PostgreSQL. */
  file: string | undefined
  natsUrl: string | undefined
}

/** `notes`: what is not wrong and should be known. */
export type Proved = Proof & { lastCheckpoint: number; notes: string[] }

const LINES = 1_000
const CONNECT_MS_MAX = 5_000
const LOOK_MS = 50

/** Verifies the whole event store against every checkpoint that is kept anywhere, and keeps what came of it for health and metrics. */
export async function prove(deps: Deps, signal: AbortSignal, onProgress?: (events: number) => void): Promise<Proved> {
  const begun = new Date()
  const { db, store, families } = deps
  const failures: string[] = []
  const nats =
    deps.natsUrl === undefined ? undefined : connectNats({ url: deps.natsUrl, name: 'security-service-watch' })
  try {
    const witnesses = [
      await inPostgres(db),
      ...(await unlessAway('CHECKPOINT_FILE', deps.file, inFile, failures)),
      ...(await unlessAway('NATS', nats, onNats, failures)),
    ]
    const lastCheckpoint = Math.max(...witnesses.map(({ last }) => last))
    const proof = await proveLog({
      ...{ store, families, signal },
      checkpoints: testimonies(witnesses, deps.keys),
      takenDown: (events, max) => takenDown(db, events, max),
      ...(onProgress === undefined ? {} : { onProgress }),
    })
    const problems = [...failures.map(what => ({ what })), ...proof.problems]
    const problemCount = proof.problemCount + failures.length
    const proved = { ...proof, problems, problemCount, lastCheckpoint, notes: notesOf(witnesses, lastCheckpoint) }
    await keep(db, begun, proved)
    return proved
  } finally {
    await nats?.close()
  }
}

async function inPostgres(db: Database): Promise<Witness> {
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

async function inFile(path: string): Promise<Omit<Witness, 'name'>> {
  const last = await lastInFile(path)
  return { last: last?.checkpoint.number ?? 0, lines: linesOfFile(path), isWhole: false }
}

async function onNats(nats: Nats): Promise<Omit<Witness, 'name'>> {
  const deadline = performance.now() + CONNECT_MS_MAX
  while (!nats.isLive() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  const last = await lastOnNats(nats)
  return { last: last?.checkpoint.number ?? 0, lines: linesOnNats(nats), isWhole: false }
}

/** A witness that can't be asked is a failure of the proof, and the others are asked all the same. */
async function unlessAway<T>(
  name: string,
  where: T | undefined,
  ask: (where: T) => Promise<Omit<Witness, 'name'>>,
  failures: string[],
): Promise<Witness[]> {
  if (where === undefined) return []
  try {
    return [{ name, ...(await ask(where)) }]
  } catch (error) {
    failures.push(`${name} can't be asked for checkpoints: ${error instanceof Error ? error.message : error}`)
    return []
  }
}

function notesOf(witnesses: readonly Witness[], last: number): string[] {
  const behind = witnesses.filter(witness => !witness.isWhole && witness.last < last)
  return behind.map(witness => `${witness.name} ends at checkpoint ${witness.last} of ${last}`)
}

const Row = z.object({ stream: z.string(), revision: z.number(), hash: z.string().nullable(), position: z.string() })

async function takenDown(db: Database, events: number, max: number): Promise<EventPosition[]> {
  if (max <= 0) return []
  const rows = await db.any(sql.type(Row)`
    select stream, revision, encode(hash, 'hex') as hash, position::text from ops.audit_events
    where n > ${events} order by n limit ${max}`)
  return rows.map(({ position, ...head }) => ({
    ...head,
    position: { commit: BigInt(position), prepare: BigInt(position) },
  }))
}

/** Nothing was proved of a store that no checkpoint covers. */
async function keep(
  db: Database,
  begun: Date,
  { events, checkpoints, lastCheckpoint, problems }: Proved,
): Promise<void> {
  const [first] = problems
  const problem = first === undefined ? null : inWords(first)
  const ended = new Date().toISOString()
  const whole = problem === null && (checkpoints > 0 || events === 0) ? ended : null
  await db.query(sql.unsafe`
    insert into ops.audit_proof as p (begun_at, ended_at, events, checkpoint, problem, whole_at)
    values (${begun.toISOString()}, ${ended}, ${events}, ${lastCheckpoint}, ${problem}, ${whole})
    on conflict (one) do update set begun_at = excluded.begun_at, ended_at = excluded.ended_at, events = excluded.events,
      checkpoint = excluded.checkpoint, problem = excluded.problem, whole_at = coalesce(excluded.whole_at, p.whole_at)`)
}

export function inWords({ stream, revision, what }: Proof['problems'][number]): string {
  return stream === undefined ? what : `${stream} at revision ${revision}: ${what}`
}
