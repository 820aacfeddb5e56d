import { sql } from 'slonik'
import { z } from 'zod'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { loadEndpoint, writeEndpointRow } from './endpoint-row.ts'
import { uuidOf } from './queue.ts'

/** Every event is matched against each endpoint of its client; more than this is a loop that creates endpoints. */
const WEBHOOKS_PER_CLIENT_MAX = 100
/** A request has ended by then, three times over: what its place is worth can be asked of the log. */
const ABANDONED_AFTER = '30 seconds'

const SlotRow = z.object({ webhook: z.string() })

type Deps = Pick<Service, 'db' | 'execute'>

/**
 * Takes one of the client's places for an endpoint that is about to be created. Before it is in the log: a count of what is
 * there does not know of those that are created at the same moment. A place is an endpoint's row or, as long as there is
 * none, a row of its own, so that nothing has to be kept in step; what a killed process or a lost answer leaves behind is
 * settled by the log when it is needed. Errors: CONFLICT.
 */
export async function reserveEndpointSlot(service: Deps, clientId: string, webhookId: string): Promise<void> {
  const reserve = () => runExclusive(clientId, () => insertSlot(service, clientId, webhookId))
  if (await reserve()) return
  await reclaimAbandoned(service, clientId)
  if (await reserve()) return
  throw new Rejection('CONFLICT', { reason: `a client has at most ${WEBHOOKS_PER_CLIENT_MAX} endpoints` })
}

/** Gives a place up: the endpoint has a row now, or there is no endpoint. */
export async function releaseEndpointSlot({ db }: Pick<Deps, 'db'>, webhookId: string): Promise<void> {
  await db.query(sql.unsafe`delete from ops.webhook_places where webhook = ${uuidOf(webhookId)}`)
}

async function insertSlot({ db }: Deps, clientId: string, webhookId: string): Promise<boolean> {
  return db.transaction(async tx => {
    // One at a time per client, in whichever process; the statement after it sees what was committed before.
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

/** Calls of this process wait here, instead of each with a connection of the pool in its hand. */
const runExclusive = createKeyedMutex()

/** What the log says of places whose request is over and that have no row: an endpoint gets its row, the others are free. */
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
