import type { Projection, Row } from '#declarations/read-model.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { isReadable, type LoggedEvent, type Position, type UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import type { Batch, CheckpointWriter } from '#subscription/batch.ts'
import { CheckpointMoved } from '#subscription/checkpoint.ts'
import { shared } from '#subscription/group-commit.ts'
import {
  type LogSubscription,
  type LogSubscriptionDeps,
  type LogSubscriptionOptions,
  startLogSubscription,
} from '#subscription/log-subscription.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { isNoteworthy } from '#subscription/subscription-status.ts'
import { bisectBatch } from './bisect-batch.ts'
import { buildReadModel } from './build.ts'
import { type KnownRows, type ModelChanges, planChanges, writeChanges } from './rows.ts'
import { LIVE_SCHEMA, tablesExist } from './tables.ts'

export type Projector = ReturnType<typeof startProjector>

/** Large enough that the fixed cost of a statement does not matter in a backlog. */
const BATCH_MAX = 2_000
const LAST_ROWS_MAX = 500
/** Of a batch that shares its statement with other read models; in a larger one a statement's cost matters less. */
const SHARED_EVENTS_MAX = 100

/**
 * Builds read models first whose tables are missing or of an older version. A poison event stops its read model until a
 * process that can apply it is started; no event is skipped.
 */
export function startProjector(deps: LogSubscriptionDeps, projections: readonly Projection[]) {
  const subscriptions = projections.map(projection =>
    startLogSubscription(deps, subscriptionOptionsOf(deps, projection)),
  )
  return {
    async stop(): Promise<void> {
      await Promise.all(subscriptions.map(subscription => subscription.stop()))
    },
    health: () => healthOf(subscriptions),
  }
}

function subscriptionOptionsOf(deps: LogSubscriptionDeps, projection: Projection): LogSubscriptionOptions {
  const { name, version, prefixes } = projection
  const lastRows = createLastRows()
  return {
    name,
    version,
    prefixes,
    batchMax: BATCH_MAX,
    from: 'nowhere',
    durability: 'lossy',
    restoreAdvice: `delete the row "${name}" of ops.checkpoints: the read model is built again`,
    async prepare(stored, signal, is) {
      // Only the leader can find out whether another process applies events to the newer tables.
      if (stored !== null && stored.version > version) return 'go'
      if (stored?.version === version && (await tablesExist(deps.db, projection))) return 'go'
      is('building')
      const built = await buildReadModel(deps, projection, signal)
      if (built === 'taken') return 'standby'
      deps.log.info({ projection: name, version, ...built }, 'read model built')
      return 'go'
    },
    // Another process may have written since. While it led, the tables may have been replaced, or dropped.
    async onLeaseAcquired() {
      lastRows.forget()
      if (!(await tablesExist(deps.db, projection))) throw new CheckpointMoved(name)
    },
    handle: (batch, writer) => applyBatch(projection, lastRows, batch, writer),
  }
}

/** Applies the events before the first one that can't be read or applied, then throws PoisonEvent. */
async function applyBatch(
  projection: Projection,
  lastRows: LastRows,
  { events, position }: Batch,
  writer: CheckpointWriter,
): Promise<void> {
  const unreadableAt = events.findIndex(event => !isReadable(event))
  const readable = (unreadableAt < 0 ? events : events.slice(0, unreadableAt)).filter(isReadable)
  const end = (part: LoggedEvent[]): Position => {
    const last = part.at(-1)
    return last === undefined || last === events.at(-1) ? position : last.position
  }
  if (readable.length > 0)
    await bisectBatch(projection, readable, async part => {
      const changes = planChanges(projection, part)
      let written: KnownRows = new Map()
      const keep = (rows: KnownRows) => {
        written = rows
      }
      const live = { projection, changes, known: lastRows.known, keep }
      if (part.length > SHARED_EVENTS_MAX) await writer.commit(part, end(part), tx => writeLive(tx, [live]))
      else await writer.commit(part, end(part), async () => {}, shared(writeLive, [live]))
      lastRows.keep(written)
    })
  if (unreadableAt >= 0) {
    const event = events[unreadableAt] as UnreadableLogEvent
    throw new PoisonEvent(projection.name, event, new Error(event.unreadable))
  }
}

type LiveChanges = ModelChanges & { keep(written: KnownRows): void }

async function writeLive(tx: Transaction, models: readonly LiveChanges[]): Promise<void> {
  const written = await writeChanges(tx, LIVE_SCHEMA, models)
  for (const [index, { keep }] of models.entries()) keep(written[index]!)
}

type LastRows = ReturnType<typeof createLastRows>

/** The rows written last, because a record's events follow each other. Valid while this process is the only writer. */
function createLastRows() {
  const known = new Map<string, Row | null>()
  return {
    known: known as KnownRows,
    keep(written: KnownRows) {
      for (const [name, row] of written) {
        known.delete(name)
        known.set(name, row)
      }
      for (const name of known.keys()) {
        if (known.size <= LAST_ROWS_MAX) break
        known.delete(name)
      }
    },
    forget: () => known.clear(),
  }
}

/** `ok`: every read model is up to date here or in another process. `lag_ms`: the largest lag. */
function healthOf(subscriptions: readonly LogSubscription[]) {
  const all = subscriptions.map(subscription => [subscription.name, subscription.health()] as const)
  const notes = all.filter(([, health]) => isNoteworthy(health)).map(([name, { state }]) => `${name}: ${state}`)
  return {
    ok: all.every(([, { ok }]) => ok),
    lag_ms: Math.max(0, ...all.map(([, health]) => health.lag_ms)),
    ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
    projections: Object.fromEntries(all),
  }
}
