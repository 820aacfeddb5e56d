import { setTimeout as delay } from 'node:timers/promises'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { prepared } from '#edge/postgres/prepared.ts'

/** Read models commit at most this often. */
const POLL_MS = 50

// As texts, because positions have 64 bits.
const PositionsRow = z.object({ read_model: z.string().nullable(), subscription: z.string().nullable() })

/**
 * Waits until a read model has taken all events that a subscription had taken at the call: one of them scheduled the
 * caller's job. Cheaper than `waitForCheckpoint`, and for a read model that takes all streams of the subscription.
 * Returns false when that takes longer than `msMax`.
 */
export async function catchUpWith(
  db: CommonQueryMethods,
  subscription: string,
  readModel: string,
  msMax: number,
): Promise<boolean> {
  const deadline = performance.now() + msMax
  let until: bigint | undefined
  for (;;) {
    const positions = await readPositions(db, subscription, readModel)
    if (positions.subscription !== null) until ??= BigInt(positions.subscription)
    if (until !== undefined && BigInt(positions.read_model ?? -1) >= until) return true
    if (performance.now() >= deadline) return false
    await delay(POLL_MS)
  }
}

/** The position of a subscription can be that of others' events, which the read model stores later. */
function readPositions(db: CommonQueryMethods, subscription: string, readModel: string) {
  return db.one(
    prepared(sql.type(PositionsRow)`
      select (select commit_position::text from ops.checkpoints where name = ${readModel}) as read_model,
        (select coalesce(last_event, commit_position)::text from ops.checkpoints where name = ${subscription}) as subscription`),
  )
}
