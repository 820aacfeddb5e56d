import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { connect } from '#commands/vpn/connect.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { isRestricted } from '#domain/subjects/state.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { start } from '#main.ts'
import { systemContext } from '#reactions/system-context.ts'
import { readServiceConfig } from '#service-config.ts'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'
import { logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { connectOf, newServer } from './vpn-samples.ts'

/**
 * Who is locked out while they connect: on another instance, which remembers their login for seconds, and in the middle
 * of it.
 */
const test = suite('VPN sessions of people who are locked out')
const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ...sharedKeys(),
})
const one = await start(readServiceConfig(environment), { log: testLog() })
const two = await start(readServiceConfig({ ...environment, ROLES: 'api' }), { log: testLog() })
const admin = await logIn(one.url, ADMIN.email, ADMIN.password)
const { client_id: mine } = (await admin.get('/api/auth/me')).body
const vpn = createVpnService(one.service)
test.after(async () => {
  await two.stop()
  await one.stop()
  await stores.stop()
})

const liveOf = async (client_id: string, user_id: string) =>
  liveSessions((await vpn.execute.load(devices, devices.id(client_id, user_id))).state)
const heldBy = async (server_id: number) => {
  const { state } = await vpn.execute.load(servers, servers.id(server_id))
  return state.status === 'absent' ? [] : [...state.held.keys()]
}

type Someone = { client_id: string; user_id: string }
const ways: Record<string, (of: Someone) => [path: string, body: object]> = {
  'a disabled user': ({ user_id }) => [`/admin/users/${user_id}`, { status: 'disabled' }],
  'a user whose logins were ended': ({ user_id }) => [`/admin/users/${user_id}`, { revoke_sessions: true }],
  'a user with another password': ({ user_id }) => [`/admin/users/${user_id}`, { password: 'another correct horse' }],
  'a user of a disabled client': ({ client_id }) => [`/admin/clients/${client_id}`, { status: 'disabled' }],
}
for (const [who, way] of Object.entries(ways))
  test(`${who} gets no session from an instance that has not heard of it`, async () => {
    const server_id = await newServer(admin)
    const { body: client } = await admin.post('/admin/clients', { name: `Bank of ${who}` })
    const { client_id } = client
    const email = `${randomUUID()}@bank.example`
    const { body } = await admin.post('/admin/users', { client_id, email, role: 'consumer', password: ADMIN.password })
    const { user_id } = body
    const caller = await logIn(two.url, email, ADMIN.password)
    await caller.get('/vpn/sessions')
    assert.is((await admin.send('PATCH', ...way({ client_id, user_id }))).status, 200)
    const { status, body: refused } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
    assert.equal([status, refused.error_code], [401, 'AUTH_001'])
    assert.equal([await liveOf(client_id, user_id), await heldBy(server_id)], [[], []])
  })

/** As if the process stood still just before it records the session. */
function heldUp(meanwhile: () => Promise<void>): Execute {
  return {
    ...vpn.execute,
    async run(family, ...rest) {
      if (family.stream('') === devices.stream('')) await meanwhile()
      return vpn.execute.run(family, ...rest)
    },
  }
}

test('an erasure that is asked for while somebody connects, under a duty to retain, leaves no session', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const { body: before } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
  await admin.post('/vpn/disconnect', { session_id: before.session_id })
  let isAsked = false
  const execute = heldUp(async () => {
    if (isAsked) return
    isAsked = true
    await admin.post(`/admin/subjects/${user_id}/erase`, { legal_basis: 'aml_retention' })
    const stream = devices.stream(devices.id(mine, user_id))
    await until(
      async () => (await vpn.execute.load(subjects, subjects.id({ client_id: mine, user_id }))).state,
      state => isRestricted(state) && 'restricted' in state && state.restricted.has(stream),
    )
  })
  const caused = { correlation_id: 'req', causation_id: null }
  const context = systemContext('test', mine, caused, new Date())
  const given = await connect({ ...vpn, execute }, context, {
    ...connectOf(user_id, server_id),
    sid: 'none',
  }).catch(error => error)
  assert.ok(given instanceof Rejection && given.code === 'INVALID_REQUEST', JSON.stringify(given))
  assert.equal([await liveOf(mine, user_id), await heldBy(server_id)], [[], []])
})

test('a session that is revoked before it is handed out is not handed out, and holds nothing', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const context = systemContext('test', mine, { correlation_id: 'req', causation_id: null }, new Date())
  const slots = {
    ...vpn.slots,
    async take(...asked: Parameters<typeof vpn.slots.take>) {
      const all = { type: 'revoke_all', reason: 'erasure', issuedUntil: null } as const
      await vpn.execute.run(devices, devices.id(mine, user_id), all, { ...context, command_id: randomUUID() })
      return vpn.slots.take(...asked)
    },
  }
  const asked = { ...connectOf(user_id, server_id), sid: 'none' }
  const given = await connect({ ...vpn, slots }, context, asked).catch(error => error)
  assert.ok(given instanceof Rejection && given.code === 'CONFLICT', JSON.stringify(given))
  assert.equal([await liveOf(mine, user_id), await heldBy(server_id)], [[], []])
})

test.run()
