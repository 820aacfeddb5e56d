import { type DatabasePoolConnection, sql } from 'slonik'
import type { Logged, Position } from '#edge/eventstore/event-store.ts'
import { stopAtUnreadable } from '#edge/eventstore/stop-at-unreadable.ts'
import type { Projection } from '#projection.ts'
import type { ProjectorDeps } from './projector-build.ts'
import { type Checkpoint, isAfter, moveCheckpoint } from './projector-checkpoint.ts'
import { applyUpToFault } from './projector-failure.ts'
import type { Status } from './projector-health.ts'
import { applyEvents } from './projector-rows.ts'
import { LIVE_SCHEMA } from './projector-tables.ts'

/** Events per transaction at most: large enough that a statement's fixed cost vanishes when there is a backlog. */
const BATCH_MAX = 2_000

/**
 * Follows the log from `checkpoint` into the live tables until the signal is aborted. Each batch, its counters and the
 * checkpoint are one transaction. Rejects with EventRefused, with CheckpointMoved, or when PostgreSQL is lost; the event
 * store's outages are waited out here.
 */
export async function follow(
  { store }: Pick<ProjectorDeps, 'store'>,
  session: DatabasePoolConnection,
  projection: Projection,
  checkpoint: Checkpoint,
  signal: AbortSignal,
  status: Status,
): Promise<void> {
  let at = checkpoint

  async function commit(events: Logged[], position: Position): Promise<void> {
    const next = { ...at, position, lastEvent: events.at(-1)?.position.commit ?? at.lastEvent }
    await session.transaction(async tx => {
      // A crash of PostgreSQL can take the last commits back, rows and checkpoint together: they are applied again.
      await tx.query(sql.unsafe`set local synchronous_commit = off`)
      await moveCheckpoint(tx, projection.name, at, next)
      await applyEvents(tx, LIVE_SCHEMA, projection, events)
    })
    at = next
  }

  status.is('catching_up')
  await store.subscribe({
    prefixes: [...projection.prefixes],
    from: at.position,
    signal,
    batchMax: BATCH_MAX,
    onState: state => {
      if (state === 'reconnecting') status.is('catching_up')
    },
    onCaughtUp: () => status.is('live'),
    handle: stopAtUnreadable(async batch => {
      // A connection lost in the middle of a batch can bring parts of it again.
      const events = batch.events.filter(event => isAfter(event.position, at.position))
      if (!isAfter(batch.position, at.position)) return
      if (events.length === 0) return commit([], batch.position)
      status.begins(events[0])
      await applyUpToFault(projection, events, part => {
        const last = part.at(-1)
        const whole = last === undefined || last === events.at(-1)
        return commit(part, whole ? batch.position : last.position)
      })
      status.applied(events.length)
    }),
  })
}
