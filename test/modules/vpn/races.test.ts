import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { isFull } from '#domain/vpn/servers/state.ts'
import type { Answer } from '../../harness/client.ts'
import { startInstances } from '../../harness/instances.ts'
import { suite } from '../../harness/suite.ts'
import { connectOf, newServer } from './vpn-samples.ts'

/** Three instances on the same stores: what many who connect at once may not bring about. */
const test = suite('VPN races over three instances')
const { instances, clients, client_id, stop } = await startInstances()
const { execute } = instances[0]!.service
const admin = clients[0]!
test.after(stop)

const by = (n: number) => clients[n % clients.length]!
const codesOf = (answers: Answer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status, body }) => `${status} ${body.error_code ?? ''}`.trim())).map(
      ([code, of]) => [code, of?.length],
    ),
  )
const serverState = async (server_id: number) => {
  const { state } = await execute.load(servers, servers.id(server_id))
  if (state.status === 'absent') throw new Error('there is no such server')
  return state
}
const slotsOf = async (user_id: string) =>
  liveSessions((await execute.load(devices, devices.id(client_id, user_id))).state)
    .map(({ slot_id }) => slot_id)
    .sort()

test('20 devices of one user at once: two get in, in slots 1 and 2, the others are told of the limit', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => by(n).post('/vpn/connect', connectOf(user_id, server_id))),
  )
  assert.equal(codesOf(answers), { '200': 2, '429 VPN_001': 18 })
  assert.equal(await slotsOf(user_id), [1, 2])
  assert.is((await serverState(server_id)).held.size, 2)
})

test('one device three times at once: one gets in, the others are told of its session', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const body = connectOf(user_id, server_id, 'dev_1')
  const answers = await Promise.all([0, 1, 2].map(n => by(n).post('/vpn/connect', body)))
  assert.equal(codesOf(answers), { '200': 1, '400 VPN_006': 2 })
  const { session_id } = answers.find(({ status }) => status === 200)!.body
  for (const answer of answers) if (answer.status !== 200) assert.is(answer.body.details.session_id, session_id)
})

test('the last slot goes to one of ten, five times over; nobody is told of anything but that it is full', async () => {
  for (let round = 0; round < 5; round += 1) {
    const server_id = await newServer(admin, { capacity: 3 })
    for (const n of [0, 1]) await by(n).post('/vpn/connect', connectOf(`user_${randomUUID()}`, server_id))
    const users = Array.from({ length: 10 }, () => `user_${randomUUID()}`)
    const answers = await Promise.all(
      users.map((user_id, n) => by(n).post('/vpn/connect', connectOf(user_id, server_id))),
    )
    assert.equal(codesOf(answers), { '200': 1, '503 VPN_002': 9 })
    const state = await serverState(server_id)
    assert.ok(isFull(state))
    assert.is(state.held.size, 3)
    // Whoever did not get in has no slot of their own either.
    const slots = (await Promise.all(users.map(slotsOf))).flat()
    assert.equal(slots, [1])
  }
})

test('150 at once for 50 slots of one server: 50 get in, 100 find it full, and none is told to come back for another reason', async () => {
  const server_id = await newServer(admin, { capacity: 50 })
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, n) => by(n).post('/vpn/connect', connectOf(`user_${n}_${server_id}`, server_id))),
  )
  assert.equal(codesOf(answers), { '200': 50, '503 VPN_002': 100 })
  assert.is((await serverState(server_id)).held.size, 50)
})

test('connect and disconnect of one user over all instances: never three slots, and none is left', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const seen: number[] = []
  await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      for (let round = 0; round < 5; round += 1) {
        const { status, body } = await by(n + round).post('/vpn/connect', connectOf(user_id, server_id, `dev_${n}`))
        seen.push((await slotsOf(user_id)).length)
        if (status !== 200) continue
        const ended = await by(n + round + 1).post('/vpn/disconnect', { session_id: body.session_id })
        assert.is(ended.status, 200, JSON.stringify(ended.body))
      }
    }),
  )
  assert.ok(Math.max(...seen) <= 2)
  assert.equal(await slotsOf(user_id), [])
  assert.is((await serverState(server_id)).held.size, 0)
})

test('a session that two disconnect at once ends once', async () => {
  const server_id = await newServer(admin)
  for (let round = 0; round < 5; round += 1) {
    const { body } = await admin.post('/vpn/connect', connectOf(`user_${randomUUID()}`, server_id))
    const answers = await Promise.all(
      [0, 1, 2].map(n => by(n).post('/vpn/disconnect', { session_id: body.session_id })),
    )
    assert.equal(codesOf(answers), { '200': 1, '404 VPN_005': 2 })
  }
})

test.run()
