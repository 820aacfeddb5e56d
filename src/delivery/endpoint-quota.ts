import { sql } from 'slonik'
import { z } from 'zod'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { loadEndpoint, writeEndpointRow } from './endpoint-row.ts'
import { uuidOf } from './queue.ts'

/** Every event is matched against all endpoints of its client; more are most likely created in a loop. */
const WEBHOOKS_PER_CLIENT_MAX = 100
/** Three times the longest request: after this the log tells whether the endpoint was created. */
const ABANDONED_AFTER = '30 seconds'

const SlotRow = z.object({ webhook: z.string() })

type Deps = Pick<Service, 'db' | 'execute'>

/**
 * Reserves a slot for an endpoint before its event is appended: a count of existing endpoints misses those that are
 * created at the same time. A slot is the endpoint's row or, until that exists, a row of its own. Slots of a killed
 * process or a lost response are resolved from the log when the client has none left. Errors: CONFLICT.
 */
export async function reserveEndpointSlot(service: Deps, clientId: string, webhookId: string): Promise<void> {
  const reserve = () => runExclusive(clientId, () => insertSlot(service, clientId, webhookId))
  if (await reserve()) return
  await reclaimAbandoned(service, clientId)
  if (await reserve()) return
  throw new Rejection('CONFLICT', { reason: `a client has at most ${WEBHOOKS_PER_CLIENT_MAX} endpoints` })
}

/** Call it when the endpoint has its row, or was not created. */
export async function releaseEndpointSlot({ db }: Pick<Deps, 'db'>, webhookId: string): Promise<void> {
  await db.query(sql.unsafe`delete from ops.webhook_places where webhook = ${uuidOf(webhookId)}`)
}

async function insertSlot({ db }: Deps, clientId: string, webhookId: string): Promise<boolean> {
  return db.transaction(async tx => {
    // One at a time per client in all processes; the next statement sees what was committed before.
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`webhook places of ${clientId}`}, 0))`)
    const inserted = await tx.maybeOne(sql.type(SlotRow)`
      insert into ops.webhook_places (webhook, client_id)
      select ${uuidOf(webhookId)}, ${clientId}
      where (
        select count(*) from (
          select webhook from ops.webhook_endpoints where client_id = ${clientId} and status <> 'deleted'
          union all
          select webhook from ops.webhook_places p where client_id = ${clientId}
            and not exists (select from ops.webhook_endpoints e where e.webhook = p.webhook)) taken
        ) < ${WEBHOOKS_PER_CLIENT_MAX}
      returning webhook`)
    return inserted !== null
  })
}

/** Calls of this process wait here, without a connection of the pool. */
const runExclusive = createKeyedMutex()

/** Slots without a row whose request is over: the log decides whether the endpoint gets its row or the slot is free. */
async function reclaimAbandoned(service: Deps, clientId: string): Promise<void> {
  const abandoned = await service.db.anyFirst(sql.type(SlotRow)`
    select webhook from ops.webhook_places
    where client_id = ${clientId} and taken_at < now() - ${ABANDONED_AFTER}::interval`)
  for (const webhook of abandoned) {
    const webhookId = `wh_${webhook}`
    await writeEndpointRow(service.db, webhookId, await loadEndpoint(service, webhookId))
    await releaseEndpointSlot(service, webhookId)
  }
}
