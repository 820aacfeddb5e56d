import { join } from 'node:path'
import { sql } from 'slonik'
import { z } from 'zod'
import type { NatsAccess } from '#config/nats-access.ts'
import { connectNats } from '#edge/nats/connect.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { checkpointMigrations } from '#modules/audit/checkpoints/migrations.ts'
import { startCheckpoints } from '#modules/audit/checkpoints/start.ts'
import { type VerifyStoreDeps, verifyStore } from '#modules/audit/checkpoints/verify-store.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { modules } from '#modules.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { eventually } from '../../projector/table-contents.ts'
import { newAuditKeys } from './sample-checkpoints.ts'

/** Both stores, and checkpoints of the event store as often as there is something new. */
export async function checkpointedStores({ nats, everyMs = 10 }: { nats?: NatsAccess; everyMs?: number } = {}) {
  const stores = await runningStores()
  const { db } = stores
  await migrate(db, checkpointMigrations)
  const AUDIT_KEYS = newAuditKeys()
  const file = join(stores.folder, 'checkpoints')
  const config = { AUDIT_KEYS, CHECKPOINT_EVERY_MS: everyMs, CHECKPOINT_FILE: file }
  const deps: VerifyStoreDeps = {
    store: stores.store,
    db,
    keys: createSigner(AUDIT_KEYS).keys,
    families: modules.flatMap(({ historyViews }) => historyViews ?? []).map(({ prefix }) => prefix),
    file,
    nats,
  }
  const Count = z.object({ count: z.number() })
  const connection = nats === undefined ? undefined : connectNats(nats, 'test')
  const start = () => startCheckpoints({ ...stores.deps(), config, nats: connection }, createSigner(AUDIT_KEYS))
  const taken = () => db.oneFirst(sql.type(Count)`select count(*) as count from ops.audit_events`)
  const covered = () =>
    db.oneFirst(sql.type(Count)`select coalesce(max(events), 0) as count from ops.audit_checkpoints`)
  return {
    ...stores,
    config,
    file,
    deps,
    start,
    covered,
    async stop() {
      await connection?.close()
      await stores.stop()
    },
    /** Covers so many events, of which the last checkpoint takes all that are left. */
    async cover(events: number) {
      const checkpoints = start()
      await eventually(`${events} events are taken down`, async () => (await taken()) >= events, 60_000)
      await checkpoints.stop()
    },
    untilCovered: (events: number) =>
      eventually(`${events} events are covered`, async () => (await covered()) >= events, 60_000),
    /** Whole, or what is wrong. */
    prove: (other: Partial<VerifyStoreDeps> = {}) => verifyStore({ ...deps, ...other }, new AbortController().signal),
    lines: () =>
      db.anyFirst(sql.type(z.object({ line: z.string() }))`select line from ops.audit_checkpoints order by number`),
  }
}
