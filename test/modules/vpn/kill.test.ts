import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { devices, liveSessions } from '#domain/vpn/devices/decider.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { runningStores } from '#embedded/running-stores.ts'
import { createExecute } from '#execute.ts'
import type { Service } from '#service.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ADMIN, testEnvironment } from '../../harness/service.ts'
import { type SpawnedService, spawnService } from '../../harness/spawned-service.ts'
import { suite } from '../../harness/suite.ts'
import { connectOf, newServer } from './vpn-samples.ts'

/** The whole service is killed while devices connect and disconnect. VPN_KILLS=30 is the whole run. */
const test = suite('VPN sessions under kills')
const KILLS = Number(process.env.VPN_KILLS ?? 3)
const USERS = 12
const WORKERS = 16
const CAPACITY = 15
const KILLED_AFTER_MS = [600, 900, 1_300]

const DATA_DIR = mkdtempSync(join(tmpdir(), 'vpn-kill-'))
const environment = testEnvironment({ DATA_DIR })

/** Connects and disconnects, a few more than there is room for, until the process is gone. */
async function useAll(client: Client, server_id: number): Promise<void> {
  const worker = async (n: number) => {
    for (let round = 0; ; round += 1) {
      const user = `user_${(n + round) % USERS}`
      const { status, body } = await client.post('/vpn/connect', connectOf(user, server_id, `dev_${n}`))
      const session_id = status === 200 ? body.session_id : body.details?.session_id
      if (session_id !== undefined && round % 3 > 0) await client.post('/vpn/disconnect', { session_id })
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, n) => worker(n).catch(() => undefined)))
}

/** Of all users and of the server, as their streams say. */
async function standing(service: Readable, client_id: string, server_id: number) {
  const { state } = await service.execute.load(servers, servers.id(server_id))
  if (state.status === 'absent') throw new Error('the server is gone')
  const users = await Promise.all(
    Array.from({ length: USERS }, (_, n) => service.execute.load(devices, devices.id(client_id, `user_${n}`))),
  )
  return { held: [...state.held.keys()].sort(), live: users.map(user => liveSessions(user.state)) }
}

/** One lease later: nobody has said that they live. */
async function endLeases({ db }: Pick<Service, 'db'>): Promise<void> {
  await db.query(sql.unsafe`
    update ops.vpn_leases set lease_until = clock_timestamp() - interval '1 second' where not is_over`)
  await db.query(sql.unsafe`
    update ops.due_work set due_at = clock_timestamp() where queue in ('vpn-lease', 'vpn-slot') and due_at < 'infinity'`)
}

type Readable = { execute: ReturnType<typeof createExecute>; store: ReturnType<typeof connectEventStore> }

async function reading<T>(
  work: (service: Readable & { db: Awaited<ReturnType<typeof connectPostgres>> }) => Promise<T>,
) {
  const stores = runningStores(DATA_DIR)!
  const [store, db] = [connectEventStore(stores.eventStoreUrl!), await connectPostgres(stores.databaseUrl!)]
  try {
    return await work({ store, db, execute: createExecute(store) })
  } finally {
    await store.close()
    await db.end()
  }
}

test(`${KILLS} kills: no slot leaks, no session is without one, no user has three, and every chain holds`, async () => {
  let running: SpawnedService | undefined
  let server_id = 0
  let client_id = ''
  try {
    for (let life = 0; life <= KILLS; life += 1) {
      running = await spawnService(environment)
      const client = await logIn(running.url, ADMIN.email, ADMIN.password)
      if (life === 0) {
        ;({ client_id } = (await client.get('/api/auth/me')).body)
        await client.send('PATCH', `/admin/clients/${client_id}`, {
          agreed_limit: { per_minute: 1_000_000, per_day: null },
        })
        server_id = await newServer(client, { capacity: CAPACITY })
      }
      const again = await logIn(running.url, ADMIN.email, ADMIN.password)
      await reading(async service => {
        const { held, live } = await standing(service, client_id, server_id)
        assert.ok(held.length <= CAPACITY, `${held.length} of ${CAPACITY}`)
        for (const sessions of live) {
          assert.ok(sessions.length <= 2)
          assert.is(new Set(sessions.map(({ slot_id }) => slot_id)).size, sessions.length)
        }
      })
      if (life === KILLS) break
      // What earlier lives left is swept while devices connect, and killed in the middle of it too.
      await reading(endLeases)
      const { child } = running
      setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS[life % KILLED_AFTER_MS.length])
      await useAll(again, server_id)
      await running.gone
    }
    await reading(async service => {
      const later = async () => {
        await endLeases(service)
        return standing(service, client_id, server_id)
      }
      // What was issued and got no lease is given two minutes: those are told apart, and each has its row of due work.
      const { held, live } = await until(
        later,
        ({ held, live }) =>
          held.every(id => live.flat().some(({ session_id }) => session_id === id)) && held.length === 0,
        30_000,
      )
      const waiting = live.flat().map(({ session_id }) => session_id)
      for (const session_id of waiting)
        assert.ok(
          await service.db.exists(
            sql.unsafe`select 1 from ops.due_work where queue = 'vpn-lease' and id = ${session_id}`,
          ),
          session_id,
        )
      assert.equal(held, [])
      const streams = [
        servers.stream(servers.id(server_id)),
        ...Array.from({ length: USERS }, (_, n) => devices.stream(devices.id(client_id, `user_${n}`))),
      ]
      for (const stream of streams) {
        let before: string | null = null
        for (const event of await service.store.read(stream)) {
          assert.is(event.metadata.prev_hash, before, stream)
          before = event.metadata.hash
        }
      }
    })
  } finally {
    running?.child.kill('SIGTERM')
    await running?.gone
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test.run()
