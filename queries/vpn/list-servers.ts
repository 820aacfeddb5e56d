import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { ServerRow } from '#projections/vpn/servers.ts'

/** Low and High are the specification's labels. Each label holds from this share of used slots. */
const HIGH_PERCENT = 80
const MEDIUM_PERCENT = 50
const RECOMMENDED_MAX = 3

export const ListServersQuery = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be two letters')
    .transform(code => code.toUpperCase())
    .optional()
    .describe('Only servers in this country, by its ISO 3166-1 code, also for the recommendation.'),
  recommended: z.enum(['true']).optional().describe('Only recommended servers.'),
})
export type ListServersQuery = z.output<typeof ListServersQuery>

const Row = ServerRow.extend({ status: z.enum(['online', 'maintenance']) })

export async function listServers(db: Database, { country, recommended }: ListServersQuery) {
  const inCountry = country === undefined ? sql.fragment`true` : sql.fragment`country_code = ${country}`
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select server_id, name, country, country_code, city, ip, port, protocol, status, capacity, used
      from read.vpn_servers where status <> 'retired' and ${inCountry} order by server_id`),
  )
  const all = rows.map(({ server_id: id, capacity, used, status, ...row }) => {
    const capacity_percent = percentOf(used, capacity)
    return { id, ...row, capacity_percent, load: loadOf(capacity_percent), status }
  })
  const best = new Set(
    leastUsed(all)
      .slice(0, RECOMMENDED_MAX)
      .map(({ id }) => id),
  )
  const data = all
    .map(({ status, ...server }) => ({ ...server, recommended: best.has(server.id), status }))
    .filter(server => recommended === undefined || server.recommended)
  const countries = new Set(data.map(({ country_code }) => country_code)).size
  return { data, summary: { servers: data.length, countries } }
}

/** Online servers with free slots, the least used first. */
export function leastUsed<S extends { id: number; status: string; capacity_percent: number }>(
  servers: readonly S[],
): S[] {
  return servers
    .filter(({ status, capacity_percent }) => status === 'online' && capacity_percent < 100)
    .sort((a, b) => a.capacity_percent - b.capacity_percent || a.id - b.id)
}

function percentOf(used: number, capacity: number): number {
  return Math.min(100, Math.max(0, Math.floor((used / capacity) * 100)))
}

function loadOf(percent: number): 'Low' | 'Medium' | 'High' {
  if (percent >= HIGH_PERCENT) return 'High'
  return percent >= MEDIUM_PERCENT ? 'Medium' : 'Low'
}
