import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { DEMO_SERVERS } from '#commands/vpn/seed-servers.ts'
import { until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { connectOf, newServer, newUser, serverOf } from './vpn-samples.ts'

/** Servers as apps list them and administrators keep them, what is refused of each field, and the check of networks. */
const test = suite('VPN servers')
const service = await startTestService({ VPN_DEMO_SERVERS: 'true' })
test.after(service.end)
const { admin } = service

type Listed = {
  id: number
  country_code: string
  ip: string
  capacity_percent: number
  load: string
  recommended: boolean
  status: string
}
const list = async (query = ''): Promise<{ data: Listed[]; summary: object }> =>
  (await admin.get(`/vpn/servers${query}`)).body
const one = async (id: number) => (await list()).data.find(server => server.id === id)

test('a trial lists 45 servers or more in 30 countries or more, at addresses kept for documentation', async () => {
  const { data, summary } = await until(
    () => list(),
    ({ data }) => data?.length >= DEMO_SERVERS.length,
  )
  assert.ok(data.length >= 45)
  const countries = new Set(data.map(({ country_code }) => country_code))
  assert.ok(countries.size >= 30)
  assert.equal(summary, { servers: data.length, countries: countries.size })
  assert.ok(data.every(({ ip }) => /^198\.51\.100\.\d+$/.test(ip)))
  assert.is(new Set(data.map(({ ip }) => ip)).size, data.length)
  assert.equal(
    data.filter(({ recommended }) => recommended).map(({ id }) => id),
    [1, 2, 3],
  )
})

test('a consumer lists them too; filters are a country, in any case, and what is recommended', async () => {
  const { caller } = await newUser(admin)
  const { body } = await caller.get('/vpn/servers?country=us')
  assert.ok(body.data.length >= 3 && body.data.every(({ country_code }: Listed) => country_code === 'US'))
  assert.is(body.data.filter(({ recommended }: Listed) => recommended).length, 3)
  const { body: recommended } = await caller.get('/vpn/servers?recommended=true')
  assert.is(recommended.data.length, 3)
  assert.equal(recommended.summary, { servers: 3, countries: 2 })
  assert.equal((await caller.get('/vpn/servers?country=XX')).body, { data: [], summary: { servers: 0, countries: 0 } })
  for (const query of ['country=USA', 'recommended=no', 'load=Low']) {
    const refused = await caller.get(`/vpn/servers?${query}`)
    assert.equal([refused.status, refused.body.error_code], [400, 'INVALID_REQUEST'], query)
  }
})

test('use and load follow the sessions; what is full or in maintenance is not recommended', async () => {
  const id = await newServer(admin, { capacity: 2, country: 'Andorra', country_code: 'AD' })
  const listed = (percent: number) =>
    until(
      () => one(id),
      server => server?.capacity_percent === percent,
    )
  const within = async () => (await list('?country=AD')).data.filter(({ recommended }) => recommended).length
  assert.equal([(await listed(0))?.load, await within()], ['Low', 1])
  const sessions: string[] = []
  for (const percent of [50, 100]) {
    const { body } = await admin.post('/vpn/connect', connectOf(`user_${randomUUID()}`, id))
    sessions.push(body.session_id)
    assert.is((await listed(percent))?.load, percent === 50 ? 'Medium' : 'High')
  }
  assert.is(await within(), 0)
  await admin.post('/vpn/disconnect', { session_id: sessions[0] })
  await listed(50)
  assert.is(await within(), 1)
  const { body } = await admin.send('PATCH', `/admin/vpn/servers/${id}`, { status: 'maintenance', city: 'Encamp' })
  assert.equal([body.status, body.city, body.used], ['maintenance', 'Encamp', 1])
  await until(
    () => one(id),
    server => server?.status === 'maintenance',
  )
  assert.is(await within(), 0)
  assert.is((await admin.post('/vpn/heartbeat', { session_id: sessions[1] })).status, 200)
  await admin.send('PATCH', `/admin/vpn/servers/${id}`, { status: 'retired' })
  await until(
    () => one(id),
    server => server === undefined,
  )
  const again = await admin.send('PATCH', `/admin/vpn/servers/${id}`, { status: 'online' })
  assert.equal([again.status, again.body.error_code], [409, 'CONFLICT'])
})

test('a number is one server’s for ever', async () => {
  const server = serverOf()
  const { status, body } = await admin.post('/admin/vpn/servers', server)
  assert.equal([status, body], [201, { ...server, routing: 'full', status: 'online', used: 0 }])
  const again = await admin.post('/admin/vpn/servers', server)
  assert.equal([again.status, again.body.error_code], [409, 'CONFLICT'])
})

test('only administrators of the platform keep servers; others get AUTH_003 before anything is looked at', async () => {
  const stranger = await service.newClient()
  const refused = await stranger.post('/admin/vpn/servers', serverOf())
  assert.equal([refused.status, refused.body.error_code], [403, 'AUTH_003'])
  for (const id of ['1', '999999', 'none'])
    assert.is((await stranger.send('PATCH', `/admin/vpn/servers/${id}`, { city: 'X' })).status, 403)
  for (const id of ['999999', 'none', '0', '-1', '1.5', '01', '1e3', '9007199254740992']) {
    const { status, body } = await admin.send('PATCH', `/admin/vpn/servers/${id}`, { city: 'X' })
    assert.equal([status, body.error_code], [404, 'VPN_004'], id)
  }
})

test('what was done to a server, and by whom, is in the audit', async () => {
  const id = await newServer(admin)
  await admin.send('PATCH', `/admin/vpn/servers/${id}`, { status: 'maintenance' })
  const { body: me } = await admin.get('/api/auth/me')
  const { body } = await until(
    () => admin.get(`/audit/vpn-servers/${id}`),
    ({ status, body }) => status === 200 && body.history.length === 2,
  )
  assert.equal(
    body.history.map(({ type, actor }: { type: string; actor: { sub: string } }) => [type, actor.sub]),
    [
      ['VpnServerRegistered', me.id],
      ['VpnServerMaintenanceStarted', me.id],
    ],
  )
})

/** By field: what no server has. */
const BAD_TERMS: [string, unknown[]][] = [
  ['id', ['1', 0, -1, 1.5, 2 ** 31, 2 ** 53, null]],
  ['name', ['', 'a\nup /bin/sh', 'a\u0000b', 'x'.repeat(101), 7, null]],
  ['ip', ['vpn.example.com', '192.0.2.1\nup /bin/sh', '192.0.2', '192.0.2.1 1194', 'fe80::1%eth0', '']],
  ['port', [0, 65_536, 1.5, '1194', null]],
  ['protocol', ['icmp', 'udp\n', null]],
  ['capacity', [0, -1, 5_001, 1.5, '250']],
  ['country_code', ['de', 'DEU', 'D\n', null]],
  ['dns_servers', ['10.8.0.1', ['dns.example.com'], Array(9).fill('10.8.0.1')]],
  [
    'routing',
    [
      ...['all', '', null, [], ['full'], '9.9.9.0/24', ['10.0.0.0/8'], ['9.9.9.9/24'], ['0.0.0.0/0'], ['fd00::/8']],
      ...[['9.9.9.0/24"\nup "/bin/sh'], Array(65).fill('9.9.9.0/24')],
    ],
  ],
  ['up', ['/bin/sh']],
]
test('each field of a server is refused where it is wrong', async () => {
  const id = await newServer(admin)
  for (const [field, values] of BAD_TERMS)
    for (const value of values) {
      const what = `${field}: ${JSON.stringify(value)?.slice(0, 40)}`
      const { status, body } = await admin.post('/admin/vpn/servers', { ...serverOf(), [field]: value })
      assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'], what)
      assert.ok(body.details.field.startsWith(field), what)
      const changed = await admin.send('PATCH', `/admin/vpn/servers/${id}`, { [field]: value })
      assert.equal([changed.status, changed.body.error_code], [400, 'INVALID_REQUEST'], what)
    }
  assert.is((await admin.send('PATCH', `/admin/vpn/servers/${id}`, {})).status, 400)
})

test('a new server routes everything, and one that was registered before there was a choice nothing', async () => {
  const { body } = await admin.post('/admin/vpn/servers', serverOf())
  assert.is(body.routing, 'full')
  const networks = ['9.9.9.0/24', '2620:fe::/48']
  const changed = await admin.send('PATCH', `/admin/vpn/servers/${body.id}`, { routing: networks })
  assert.equal(changed.body.routing, networks)
  // Servers of a trial are recorded without, like older ones.
  const read = await admin.send('PATCH', `/admin/vpn/servers/${DEMO_SERVERS.at(-1)!.id}`, { city: 'Chicago' })
  assert.is(read.body.routing, 'none')
  // Clients are not told where a tunnel leads: OpenVPN pushes it.
  const connected = await admin.post('/vpn/connect', connectOf('user_routed', body.id))
  assert.not.match(JSON.stringify(connected.body), /routing|redirect-gateway|9\.9\.9/)
})

/** By field of connect: what it can't be. */
const BAD_CONNECT: [string, unknown[]][] = [
  ['user_id', [undefined, null, '', 7, [], {}, 'a\nb', 'a\u0000b', '\ud800', 'x'.repeat(10_000)]],
  ['server_id', [undefined, null, '1', 1.5, 0, -1, 2 ** 31, 2 ** 53, 1e308, true, [], {}]],
  ['device_info', [undefined, null, 'phone', [], 7]],
  ['device_info.device_id', [undefined, null, '', 7, 'a\nb', 'x'.repeat(10_000), {}]],
  ['device_info.device_type', [7, '', 'a\nb', 'x'.repeat(10_000)]],
  ['device_info.platform', [7, '', 'a\nb', 'x'.repeat(10_000)]],
  ['device_info.app_version', [7, '', 'a\rb', 'x'.repeat(10_000)]],
]
test('each field of a connect is refused where it is wrong, and nothing is taken', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  for (const [field, values] of BAD_CONNECT)
    for (const value of values) {
      const body = connectOf(user_id, server_id)
      const [outer = '', inner] = field.split('.')
      const bad =
        inner === undefined
          ? { ...body, [outer]: value }
          : { ...body, device_info: { ...body.device_info, [inner]: value } }
      const answer = await admin.post('/vpn/connect', bad)
      const what = `${field}: ${JSON.stringify(value)?.slice(0, 40)}`
      assert.equal([answer.status, answer.body.error_code], [400, 'INVALID_REQUEST'], what)
      assert.is(answer.body.details.field, field, what)
    }
  assert.equal((await admin.get(`/vpn/sessions?user_id=${user_id}`)).body.data, [])
  assert.is((await one(server_id))?.capacity_percent ?? 0, 0)
})

test('a device may be called anything that can be stored; what is no path is no path', async () => {
  const server_id = await newServer(admin)
  for (const device_id of ['..', '../../etc/passwd', "' or 1=1 --", '💣', '__proto__']) {
    const user_id = `user_${randomUUID()}`
    const { status, body } = await admin.post('/vpn/connect', connectOf(user_id, server_id, device_id))
    assert.is(status, 200, device_id)
    const { body: mine } = await admin.get(`/vpn/sessions?user_id=${user_id}`)
    assert.equal([mine.data[0].session_id, mine.data[0].device_id], [body.session_id, device_id])
  }
})

test('sessions are named by texts, and bytes by whole numbers', async () => {
  for (const path of ['disconnect', 'heartbeat'])
    for (const session_id of [undefined, null, '', 7, 'a\nb', 'x'.repeat(10_000), {}]) {
      const { status, body } = await admin.post(`/vpn/${path}`, { session_id })
      assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'], `${path} ${JSON.stringify(session_id)}`)
    }
  for (const path of ['%00', 'a%00b', '%F0%9F%92%A3']) {
    const { status, body } = await admin.post(`/vpn/sessions/${path}/revoke`)
    assert.equal([status, body.error_code], [404, 'VPN_005'], path)
  }
  for (const session_id of ['..', 'vps_1', `vps_${randomUUID()}`, "' or 1=1 --"])
    for (const path of ['disconnect', 'heartbeat', `sessions/${encodeURIComponent(session_id)}/revoke`]) {
      const { status, body } = await admin.post(`/vpn/${path}`, path.includes('/') ? undefined : { session_id })
      assert.is(status, 404, `${path} ${session_id}`)
      assert.ok(['VPN_005', 'NOT_FOUND'].includes(body.error_code))
    }
  for (const bytes_in of [-1, 1.5, '1', 2 ** 53, {}])
    assert.is((await admin.post('/vpn/heartbeat', { session_id: 'vps_1', bytes_in })).status, 400)
})

test('a network is judged with reasons; without its security, or with none that there is, it is refused', async () => {
  const { caller } = await newUser(admin)
  const check = async (body: unknown) => (await caller.post('/vpn/check-network', body)).body
  const levels: [object, string][] = [
    [{ security: 'open' }, 'critical'],
    [{ security: 'wep', is_public: false }, 'critical'],
    [{ security: 'wpa2', is_public: true }, 'medium'],
    [{ security: 'wpa2', is_public: true, dns_servers: ['85.255.112.36'] }, 'high'],
    [{ security: 'open', is_public: false, ssl_intercepted: true, captive_portal: true }, 'critical'],
    [{ security: 'wpa3', ssid: 'Home', bssid: '00:1a:2b:3c:4d:5e', gateway_mac: '00-1A-2B-3C-4D-5E' }, 'low'],
  ]
  for (const [network, level] of levels) {
    const { risk_level, reasons, checked_at } = await check(network)
    assert.is(risk_level, level, JSON.stringify(network))
    assert.ok(reasons.length > 0 && Number.isFinite(Date.parse(checked_at)))
  }
  const bad: [string, object][] = [
    ['security', {}],
    ['security', { security: 'none' }],
    ['dns_servers.0', { security: 'wpa2', dns_servers: ['dns.example.com'] }],
    ['dns_servers', { security: 'wpa2', dns_servers: Array(17).fill('9.9.9.9') }],
    ['is_public', { security: 'wpa2', is_public: 'yes' }],
    ['ssid', { security: 'wpa2', ssid: 'x'.repeat(129) }],
    ['bssid', { security: 'wpa2', bssid: '..' }],
  ]
  for (const [field, body] of bad) {
    const { error_code, details } = await check(body)
    assert.equal([error_code, details.field], ['INVALID_REQUEST', field])
  }
})

test.run()
