import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { whenBuilt } from '#edge/postgres/when-built.ts'
import { timestamp } from '#instant.ts'

/** One recorded event of a refund. */
export const RefundHistoryLine = z.object({
  revision: z.int().describe('Place in the history of the refund, 0 for the first.'),
  event_id: z.string().describe('The recorded event, a UUID.'),
  type: z.string().describe('What happened, for example RefundRequested.'),
  at: timestamp('When it was recorded'),
  actor: z
    .object({
      sub: z.string().describe('The user, or the part of the service, that caused it.'),
      client_id: z.string().describe('The client that the actor belongs to.'),
      role: z.string().describe('The role of the actor then.'),
      ip: z.string().nullable().describe('Address that the request came from; null when there was none.'),
    })
    .describe('Who caused it.'),
  request_id: z.string().describe('The request that caused it, as its `X-Request-Id` said.'),
  correlation_id: z.string().describe('The first request of the chain of causes.'),
  causation_id: z.string().nullable().describe('The event that caused this one; null when a person or a client did.'),
  facts: z
    .record(z.string(), z.unknown())
    .describe('What the event says, without sealed texts; amounts are in minor units.'),
  prev_hash: z.string().nullable().describe('The hash of the event before, 64 hexadecimal digits; null for the first.'),
  hash: z.string().describe('SHA-256 over `prev_hash` and what was decided, 64 hexadecimal digits.'),
})
export type RefundHistoryLine = z.infer<typeof RefundHistoryLine>

const Row = RefundHistoryLine.omit({ actor: true }).extend({
  actor_sub: z.string(),
  actor_client_id: z.string(),
  actor_role: z.string(),
  actor_ip: z.string().nullable(),
})

/** Everything that happened to one refund of a client, in order; empty when the client has no such refund (yet). */
export async function refundHistory(
  db: Database,
  { client_id, refund_id }: { client_id: string; refund_id: string },
): Promise<RefundHistoryLine[]> {
  const rows = await whenBuilt(
    db.any(sql.type(Row)`
      select revision, event_id, type, at, actor_sub, actor_client_id, actor_role, actor_ip,
        request_id, correlation_id, causation_id, facts, prev_hash, hash
      from read.history
      where family = 'refund' and id = ${refund_id} and client_id = ${client_id}
      order by revision`),
  )
  return rows.map(({ actor_sub, actor_client_id, actor_role, actor_ip, ...line }) => ({
    ...line,
    actor: { sub: actor_sub, client_id: actor_client_id, role: actor_role, ip: actor_ip },
  }))
}
