import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import { logIn, until } from '../../harness/client.ts'
import { startInstances } from '../../harness/instances.ts'
import { ADMIN } from '../../harness/service.ts'
import { spawnService } from '../../harness/spawned-service.ts'
import { suite } from '../../harness/suite.ts'
import { deviceOf, iosToken } from './device-samples.ts'

/** Three instances on the same stores: what many who register at once may not bring about. */
const test = suite('push devices over three instances')
const ROUNDS = 12
/** By how many answers are there. */
const KILLED_AT = [23, 57]
const { environment, instances, clients, client_id, stop } = await startInstances()
const { execute, store, db } = instances[0]!.service
test.after(stop)

// A list is built at the first start.
await until(
  () => clients[0]!.get('/notifications/devices?user_id=nobody'),
  ({ status }) => status === 200,
)

const register = (n: number, device: object) => clients[n % clients.length]!.post('/notifications/devices', device)
const idOf = (device_id: string) => pushDevices.id(client_id, device_id)
const stateOf = async (device_id: string) => {
  const { state } = await execute.load(pushDevices, idOf(device_id))
  if (!isRegistration(state)) throw new Error('it was never registered')
  return state
}
const ownersAmong = (devices: readonly string[]) =>
  db.any(sql.type(z.object({ device: z.string(), registration: z.int() }))`
    select device::text as device, registration from ops.push_tokens
    where device = any(${sql.array(devices.map(idOf), 'uuid')})`)

/** One of them has the token, in the row and in the streams, and it is the same one. */
async function oneHas(devices: readonly string[]): Promise<void> {
  const [owners, states] = await Promise.all([ownersAmong(devices), Promise.all(devices.map(stateOf))])
  assert.is(owners.length, 1, JSON.stringify(owners))
  const active = devices.filter((_, n) => states[n]!.status === 'active')
  assert.equal(active.map(idOf), [owners[0]!.device])
  assert.is(states[devices.indexOf(active[0]!)]!.registration, owners[0]!.registration)
}

/** Which registrations have a token by the rows, and which by the streams. */
async function standingOf(devices: readonly string[]) {
  const owners = await ownersAmong(devices)
  const states = await Promise.all(devices.map(async device_id => execute.load(pushDevices, idOf(device_id))))
  const active = states.flatMap(({ state }, n) =>
    state.status === 'active' ? [`${idOf(devices[n]!)} ${state.registration}`] : [],
  )
  return { held: owners.map(({ device, registration }) => `${device} ${registration}`).sort(), active: active.sort() }
}

test('one device and one token by two users at once end with one owner, whom the list, the stream and the row agree on', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const users = [randomUUID(), randomUUID()]
    const device = deviceOf(null)
    const answers = await Promise.all(users.map((user_id, n) => register(n + round, { ...device, user_id })))
    for (const { status, body } of answers) assert.is(status, 200, JSON.stringify(body))
    await oneHas([device.device_id])
    const { user_id } = await stateOf(device.device_id)
    const lists = await Promise.all(
      users.map(
        async user => (await clients[round % 3]!.get(`/notifications/devices?user_id=${user}`)).body.data.length,
      ),
    )
    assert.equal(lists, [Number(user_id === users[0]), Number(user_id === users[1])])
  }
})

test('one token registered by two devices of two users at once ends with one device, and the other is inactive', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const push_token = iosToken()
    const devices = [0, 1].map(() => deviceOf(randomUUID(), { push_token }))
    const answers = await Promise.all(devices.map((device, n) => register(n + round, device)))
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200],
    )
    await oneHas(devices.map(({ device_id }) => device_id))
  }
})

test('ten registrations of one device at once are one row, and the same ten are one event', async () => {
  const device = deviceOf(randomUUID())
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => register(n, device)))
  for (const { status, body } of answers) assert.equal([status, body.status], [200, 'active'], JSON.stringify(body))
  await oneHas([device.device_id])
  for (const answer of await Promise.all(Array.from({ length: 6 }, (_, n) => register(n, device))))
    assert.is(answer.body.status, 'active')
  const before = (await store.read(pushDevices.stream(idOf(device.device_id)))).length
  await Promise.all(Array.from({ length: 10 }, (_, n) => register(n, device)))
  assert.is((await store.read(pushDevices.stream(idOf(device.device_id)))).length, before)
})

test('four devices and three tokens in any order by everybody: each token has one device, each device one token at most', async () => {
  const user_id = randomUUID()
  const ids = Array.from({ length: 4 }, () => `device_${randomUUID()}`)
  const tokens = Array.from({ length: 3 }, iosToken)
  const worker = async (n: number) => {
    for (let round = 0; round < 12; round += 1) {
      const device_id = ids[(n * 7 + round * 3) % ids.length]!
      const push_token = tokens[(n + round * 5) % tokens.length]!
      if ((n + round) % 5 === 4) {
        const path = `/notifications/devices/${pushDevices.registrationId(idOf(device_id))}`
        const { status } = await clients[n % 3]!.send('DELETE', path)
        assert.ok(status === 200 || status === 404, `${status}`)
      } else {
        const { status, body } = await register(n, deviceOf(user_id, { device_id, push_token }))
        assert.is(status, 200, JSON.stringify(body))
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, n) => worker(n)))
  // Nothing has to be mended afterwards, but for what was asked for at the very end.
  const { held } = await until(
    () => standingOf(ids),
    ({ held, active }) => held.join() === active.join(),
  )
  assert.ok(held.length <= tokens.length)
  const { body } = await clients[0]!.get(`/notifications/devices?user_id=${user_id}`)
  assert.is(body.data.filter(({ status }: { status: string }) => status === 'active').length, held.length)
})

test('an instance is killed while the others continue: its work is completed, and no user has another’s token', async () => {
  const ids = Array.from({ length: 6 }, () => `device_${randomUUID()}`)
  const tokens = Array.from({ length: 4 }, iosToken)
  const any = <T>(of: readonly T[]) => of[randomInt(of.length)]!
  for (const killedAt of KILLED_AT) {
    const { child, url, gone } = await spawnService({ ...environment, ROLES: 'api' })
    const dying = await logIn(url, ADMIN.email, ADMIN.password)
    let answered = 0
    const worker = async (n: number) => {
      for (let round = 0; answered < 2 * killedAt && round < 1_000; round += 1) {
        const device = deviceOf(`user_${n}`, { device_id: any(ids), push_token: any(tokens) })
        const by = n % 2 === 0 ? dying : clients[n % 3]!
        const { status } = await by.post('/notifications/devices', device)
        assert.is(status, 200)
        answered += 1
        if (answered === killedAt) child.kill('SIGKILL')
      }
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => worker(n)))
    child.kill('SIGKILL')
    await gone
    // Those who asked the one that was killed, and nobody else.
    for (const [n, { status }] of outcomes.entries()) if (n % 2 === 1) assert.is(status, 'fulfilled')
    await until(
      () => standingOf(ids),
      ({ held, active }) => held.length > 0 && held.join() === active.join(),
      30_000,
    )
  }
})

test.run()
