import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type FragmentSqlToken, sql } from 'slonik'
import { devices } from '#domain/vpn/devices/decider.ts'
import { systemContext } from '#reactions/system-context.ts'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { until } from '../harness/client.ts'
import { startTestService } from '../harness/service.ts'
import { connectOf, newServer } from '../modules/vpn/vpn-samples.ts'
import { figure, percentile, perSecond, round, timed } from './figures.ts'

export const name = 'VPN sessions, with their callers in the same process'

const CONNECTS = Number(process.env.BENCH_VPN_CONNECTS ?? 2_000)
const LEASES = Number(process.env.BENCH_VPN_LEASES ?? 100_000)
const EXPIRED = Number(process.env.BENCH_VPN_EXPIRED ?? 10_000)
const HEARTBEATS = 20_000
const AT_ONCE = 32
const BEATING_AT_ONCE = 64
const SERVERS = 20
const CAPACITY = 5_000
const SWEPT_MS_MAX = 120_000
const LOOK_MS = 250

export async function bench(): Promise<void> {
  const service = await startTestService()
  try {
    const vpn = createVpnService(service.service)
    const { client_id } = (await service.admin.get('/api/auth/me')).body
    const servers: number[] = []
    for (let n = 0; n < SERVERS; n += 1) servers.push(await newServer(service.admin, { capacity: CAPACITY }))
    const context = () => systemContext('bench', client_id, { correlation_id: '', causation_id: null }, new Date())

    /** Everything but the request and the configuration. */
    async function issue(n: number) {
      const user_id = `user_${randomUUID()}`
      const [id, session_id, server_id] = [devices.id(client_id, user_id), `vps_${randomUUID()}`, servers[n % SERVERS]!]
      const device = { device_id: 'dev', device_type: null, platform: null, app_version: null }
      const at = new Date().toISOString()
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const session = { client_id, user_id, session_id, server_id, device, expires_at }
      await vpn.execute.run(devices, id, { type: 'issue', session }, context(), { expectNoStream: true })
      const lease = { session_id, client_id, user_id, devices: id, server_id, slot_id: 1, device_id: 'dev' }
      await vpn.leases.open({ ...lease, password_digest: '', issued_at: at, expires_at })
      await vpn.slots.take(server_id, { session_id, devices: id })
      return { session_id, user_id }
    }

    const bare = await timed(CONNECTS, AT_ONCE, () => {
      const session_id = `vps_${randomUUID()}`
      const whose = { client_id, user_id: `user_${session_id}`, session_id, server_id: 1, expires_at: '' }
      const device = { device_id: 'dev', device_type: null, platform: null, app_version: null }
      const id = devices.id(client_id, whose.user_id)
      return vpn.execute.run(devices, id, { type: 'issue', session: { ...whose, device } }, context(), {
        expectNoStream: true,
      })
    })
    const floor = perSecond(CONNECTS, bare.ms)
    figure('appends of a session alone (floor)', `${round(floor)}/s`)
    const connects = await timed(CONNECTS, AT_ONCE, n =>
      service.admin.post('/vpn/connect', connectOf(`user_${randomUUID()}`, servers[n % SERVERS]!)),
    )
    figure(
      `connects, ${AT_ONCE} at once over ${SERVERS} servers`,
      `${round(perSecond(CONNECTS, connects.ms))}/s`,
      `p99 ${round(percentile(connects.each, 0.99))} ms; two appends, a lease, three reads and the request`,
    )

    await vpn.db.query(sql.unsafe`
      insert into ops.vpn_leases (session_id, client_id, user_id, devices, server_id, slot_id, device_id, password_digest,
        issued_at, expires_at, lease_until, connected_at)
      select 'vps_' || n, ${client_id}, 'user_' || n, gen_random_uuid(), 1, 1, 'dev', '', now(), now() + interval '1 day',
        now() + interval '1 hour', now()
      from generate_series(1, ${LEASES}::int) as n`)
    const someLease = () => `vps_${Math.ceil(Math.random() * LEASES)}`
    const beats = await timed(HEARTBEATS, BEATING_AT_ONCE, () =>
      vpn.leases.heartbeat({ session_id: someLease(), client_id, user_id: null, bytes_in: 1, bytes_out: 1 }),
    )
    figure(
      `heartbeats stored, with ${LEASES} live leases`,
      `${round(perSecond(HEARTBEATS, beats.ms))}/s`,
      `p99 ${round(percentile(beats.each, 0.99))} ms; aim ≥ 2,000/s`,
    )
    const asked = await timed(HEARTBEATS / 4, BEATING_AT_ONCE, () =>
      service.admin.post('/vpn/heartbeat', { session_id: someLease() }),
    )
    figure(
      'the same as requests',
      `${round(perSecond(HEARTBEATS / 4, asked.ms))}/s`,
      `p99 ${round(percentile(asked.each, 0.99))} ms`,
    )

    await sweep()

    async function sweep() {
      /** Rows of leases that stand there because of these sessions, and not of those that were never given a lease. */
      const rows = sql.fragment`queue = 'vpn-lease' and id in (
        select session_id from ops.vpn_leases where user_id like 'user\\_%-%')`
      const count = async (which: FragmentSqlToken) =>
        (await vpn.db.oneFirst(sql.unsafe`select count(*)::int from ops.due_work where ${which}`)) as number
      await timed(EXPIRED, AT_ONCE, issue)
      // Those of above have theirs too.
      const all = EXPIRED + CONNECTS
      await until(
        () => count(rows),
        armed => armed >= all,
        SWEPT_MS_MAX,
      )
      const since = performance.now()
      await vpn.db.query(sql.unsafe`
        update ops.vpn_leases set lease_until = clock_timestamp() - interval '1 second' where user_id like 'user\\_%-%'`)
      await vpn.db.query(sql.unsafe`update ops.due_work set due_at = clock_timestamp() where ${rows}`)
      const late: number[] = []
      let isSwept = false
      const beating = (async () => {
        while (!isSwept) {
          const from = performance.now()
          await service.admin.post('/vpn/heartbeat', { session_id: someLease() })
          late.push(performance.now() - from)
        }
      })()
      // Who looks all the time has the database count, and not sweep.
      await until(
        () => delay(LOOK_MS).then(() => count(sql.fragment`queue = 'vpn-lease' and asked > 0`)),
        swept => swept >= all,
        SWEPT_MS_MAX,
      )
      isSwept = true
      await beating
      figure(
        `sweep of ${all} expired leases`,
        `${round((performance.now() - since) / 1_000, 1)} s`,
        `p99 of a heartbeat meanwhile ${round(percentile(late, 0.99))} ms; aims for 10,000 ≤ 10 s, ≤ 50 ms`,
      )
    }
  } finally {
    await service.end()
  }
}
