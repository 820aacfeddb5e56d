import { hash, randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import type { Service } from '#service.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ADMIN } from '../../harness/service.ts'

let count = 0

/** A server with a number that no other has. */
export function serverOf(more: object = {}) {
  count += 1
  return {
    ...{ id: 1_000 + count, name: `Frankfurt ${count}`, country: 'Germany', country_code: 'DE', city: 'Frankfurt' },
    ...{ ip: '192.0.2.7', port: 1194, protocol: 'udp', capacity: 250, dns_servers: ['10.8.0.1'] },
    ...more,
  }
}

/** Registers one, and answers with its number. */
export async function newServer(admin: Client, more: object = {}): Promise<number> {
  const { status, body } = await admin.post('/admin/vpn/servers', serverOf(more))
  if (status !== 201) throw new Error(`the server was not registered: ${JSON.stringify(body)}`)
  return body.id
}

export function connectOf(user_id: string, server_id: number, device_id: string = randomUUID()) {
  return {
    ...{ user_id, server_id },
    device_info: { device_id, device_type: 'phone', platform: 'ios', app_version: '4.2.0' },
  }
}

/** A user of the administrator's client in a role, logged in, with the id. */
export async function newUser(admin: Client, role = 'consumer', client_id?: string) {
  const email = `${role}-${randomUUID()}@bank.example`
  const { body } = await admin.post('/admin/users', { email, role, password: ADMIN.password, client_id })
  return { user_id: body.user_id as string, caller: await logIn(admin.url, email, ADMIN.password) }
}

type Stores = Pick<Service, 'db'>

/** Lets the lease of a session have ended so many seconds ago. */
export async function lapse({ db }: Stores, session_id: string, agoS = 1): Promise<void> {
  await db.query(sql.unsafe`
    update ops.vpn_leases set lease_until = clock_timestamp() - ${agoS} * interval '1 second' where session_id = ${session_id}`)
}

/** The same, and the sweep, which learns of a session a moment after it was issued, looks at once. */
export async function endLease(stores: Stores, session_id: string, agoS?: number): Promise<void> {
  const { db } = stores
  const isSwept = sql.fragment`queue = 'vpn-lease' and id = ${session_id}`
  await until(
    () => db.exists(sql.unsafe`select from ops.due_work where ${isSwept}`),
    swept => swept,
  )
  await lapse(stores, session_id, agoS)
  await db.query(sql.unsafe`update ops.due_work set due_at = clock_timestamp() where ${isSwept}`)
}

/** The agent of a server, logged in, with what it logs in with. */
export async function newAgent(admin: Client, server_id: number) {
  const { status, body } = await admin.post(`/admin/vpn/servers/${server_id}/agents`, { name: 'beside the server' })
  if (status !== 201) throw new Error(`no agent was made: ${JSON.stringify(body)}`)
  const login = { email: body.email as string, password: body.secret as string }
  return { login, made: body, agent: await logIn(admin.url, login.email, login.password) }
}

export function digestOf(password: string): string {
  return hash('sha256', password, 'hex')
}
