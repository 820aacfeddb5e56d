import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection, type RowChange } from '#declarations/read-model.ts'
import { PROTOCOLS, type ServerEvent, type ServerTerms, serverStreams } from '#domain/vpn/servers/events.ts'
import { SERVER_STATUSES } from '#domain/vpn/servers/state.ts'

export const ServerRow = z.object({
  server_id: z.int(),
  name: z.string(),
  country: z.string(),
  country_code: z.string(),
  city: z.string(),
  ip: z.string(),
  port: z.int(),
  protocol: z.enum(PROTOCOLS),
  capacity: z.int(),
  status: z.enum(SERVER_STATUSES),
  used: z.int(),
})
type ServerRow = z.infer<typeof ServerRow>

const listed = ({ dns_servers: _, routing: __, ...terms }: ServerTerms) => terms

function change(event: { stream: string }, next: (row: ServerRow) => ServerRow): { rows: RowChange<ServerRow>[] } {
  const server_id = Number(serverStreams.idOf(event))
  return { rows: [{ key: { server_id }, next: row => (row === undefined ? null : next(row)) }] }
}

export const vpnServers = projection<ServerRow, ServerEvent>({
  name: 'vpn_servers',
  version: 1,
  row: ServerRow,
  streams: [serverStreams],
  tables: [
    sql.unsafe`create table vpn_servers (
      server_id integer primary key,
      name text not null,
      country text not null,
      country_code text not null,
      city text not null,
      ip text not null,
      port integer not null,
      protocol text not null,
      capacity integer not null,
      status text not null,
      used integer not null)`,
  ],
  indexes: [],
  key: 'server_id',
  counters: [],
  on: {
    VpnServerRegistered(event) {
      const server_id = Number(serverStreams.idOf(event))
      const row: ServerRow = { server_id, ...listed(event.data.terms), status: 'online', used: 0 }
      return { rows: [{ key: { server_id }, next: () => row }] }
    },
    VpnServerChanged: event => change(event, row => ({ ...row, ...listed(event.data.terms) })),
    VpnServerMaintenanceStarted: event => change(event, row => ({ ...row, status: 'maintenance' })),
    VpnServerMaintenanceEnded: event => change(event, row => ({ ...row, status: 'online' })),
    VpnServerRetired: event => change(event, row => ({ ...row, status: 'retired' })),
    VpnSlotTaken: event => change(event, row => ({ ...row, used: row.used + 1 })),
    VpnSlotGivenBack: event => change(event, row => ({ ...row, used: row.used - 1 })),
    VpnSlotsCounted: ignore,
  },
})
