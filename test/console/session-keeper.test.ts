import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { ServiceError } from '#client/errors.ts'
import { createSessionKeeper } from '#console/session/session-keeper.ts'
import type { SignInState } from '#console/session/session-state.ts'
import { client, until } from '../harness/client.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** The session of the console's pages, against a real service. */
const test = suite('console: session')
const service = await startTestService()
test.after(() => service.end())

const IDLE_MS_MAX = 1_500

function keep(idleMsMax?: number) {
  const states: SignInState[] = []
  const keeper = createSessionKeeper(`${service.url}/`, state => states.push(state), idleMsMax)
  return { keeper, states }
}

const isRefused = async (token: string | null) => (await client(service.url, token).get('/api/auth/me')).status === 401

test('it signs in, renews a refused token once for all callers, and ends the session at the service', async () => {
  const { keeper, states } = keep()
  assert.equal(keeper.state(), { is: 'out', because: 'new' })
  await keeper.signIn(ADMIN.email, ADMIN.password)
  const state = keeper.state()
  assert.is(state.is === 'in' && state.user.role, 'admin')
  const first = await keeper.token()
  assert.not(await isRefused(first))
  const renewed = await Promise.all([keeper.renew(first!), keeper.renew(first!)])
  assert.is(renewed[0], renewed[1])
  assert.is.not(renewed[0], first)
  assert.is(await keeper.renew(first!), renewed[0], 'a token that was replaced already')
  await keeper.signOut()
  assert.equal(keeper.state(), { is: 'out', because: 'signed_out' })
  assert.is(await keeper.token(), null)
  await until(() => isRefused(renewed[0]!), Boolean)
  assert.equal(
    states.map(({ is }) => is),
    ['in', 'out'],
  )
})

test('a session that ended elsewhere is over, and leaves nothing', async () => {
  const { keeper } = keep()
  await keeper.signIn(ADMIN.email, ADMIN.password)
  const token = await keeper.token()
  const { body } = await client(service.url, token).get('/api/auth/me')
  const revoked = await service.admin.send('PATCH', `/admin/users/${body.id}`, { revoke_sessions: true })
  assert.is(revoked.status, 200, revoked.text)
  await until(() => isRefused(token), Boolean)
  assert.is(await keeper.renew(token!), null)
  assert.equal(keeper.state(), { is: 'out', because: 'expired' })
})

test('a sign-in over an open session ends that one at the service, and goes on in its own', async () => {
  const { keeper, states } = keep()
  await keeper.signIn(ADMIN.email, ADMIN.password)
  const earlier = await keeper.token()
  await keeper.signIn(ADMIN.email, ADMIN.password)
  await until(() => isRefused(earlier), Boolean)
  assert.not(await isRefused(await keeper.token()))
  assert.equal(
    states.map(({ is }) => is),
    ['in', 'in'],
  )
  await keeper.signOut()
})

test('wrong words are refused as the service refuses them', async () => {
  const { keeper, states } = keep()
  const refused = await keeper.signIn(ADMIN.email, 'wrong words here').then(
    () => null,
    error => error,
  )
  assert.instance(refused, ServiceError)
  assert.is(refused.code, 'AUTH_001')
  assert.equal(states, [])
})

test('without a touch it ends by itself, with one it goes on', async () => {
  const { keeper } = keep(IDLE_MS_MAX)
  await keeper.signIn(ADMIN.email, ADMIN.password)
  const token = await keeper.token()
  for (let passedMs = 0; passedMs < 2 * IDLE_MS_MAX; passedMs += IDLE_MS_MAX / 5) {
    keeper.touch()
    await delay(IDLE_MS_MAX / 5)
  }
  assert.is(keeper.state().is, 'in')
  await until(
    async () => keeper.state(),
    ({ is }) => is === 'out',
  )
  assert.equal(keeper.state(), { is: 'out', because: 'idle' })
  await until(() => isRefused(token), Boolean)
})

test.run()
