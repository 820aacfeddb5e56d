import { Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Service } from '#service.ts'

/** An agent reports every 20 s, and a killed server is up again within 5 s. */
const UNREACHABLE_S_MAX = 120
/** Agents report up to several times a second. */
const REPORT_INTERVAL_S = 10
const NAMED_MAX = 3

export function createReachability({ db }: Pick<Service, 'db'>) {
  return {
    async report(server_id: number, unreachableS: number): Promise<void> {
      await db.query(sql.unsafe`
        insert into ops.vpn_reachability as r (server_id, reached_at)
        values (${server_id}, clock_timestamp() - ${unreachableS} * interval '1 second')
        on conflict (server_id) do update set reached_at = excluded.reached_at
        where r.reached_at < excluded.reached_at - ${REPORT_INTERVAL_S} * interval '1 second'`)
    },
  }
}

const Row = z.object({ server_id: z.int(), gone_s: z.number() })

export function observeReachability({ metrics, db }: Pick<Service, 'metrics' | 'db'>): () => Promise<string[]> {
  const unreachable = new Gauge({
    name: 'vpn_openvpn_gone_seconds',
    help: 'How long ago the agent of a VPN server last reported that it reaches OpenVPN',
    labelNames: ['server_id'],
    registers: [metrics],
  })
  return async () => {
    const servers = await rejectIfUnbuilt(
      db.any(sql.type(Row)`
        select server_id, greatest(extract(epoch from clock_timestamp() - r.reached_at), 0)::float8 as gone_s
        from ops.vpn_reachability as r join read.vpn_servers using (server_id)
        where status <> 'retired' order by gone_s desc, server_id`),
    )
    unreachable.reset()
    for (const { server_id, gone_s } of servers) unreachable.set({ server_id }, gone_s)
    const { length } = servers.filter(({ gone_s }) => gone_s > UNREACHABLE_S_MAX)
    if (length === 0) return []
    const named = servers.slice(0, Math.min(length, NAMED_MAX)).map(({ server_id }) => server_id)
    return [
      `OpenVPN of ${length} VPN servers has not been reached for more than ${UNREACHABLE_S_MAX} seconds, the longest ${named.join(', ')}`,
    ]
  }
}
