import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { registerDevice } from '#commands/notifications/register-device.ts'
import { personalDataFinder } from '#declarations/personal-data.ts'
import { NO_CLIENT } from '#delivery/maintenance/reassign-events.ts'
import { ENQUEUER } from '#delivery/queue.ts'
import { users } from '#domain/auth/users/decider.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { RegisteredData } from '#domain/notifications/devices/events.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { advanceErasure } from '#modules/subjects/advance-erasure.ts'
import { modules } from '#modules.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'
import { Rejection } from '#values/errors.ts'
import { until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { deviceOf } from '../notifications/device-samples.ts'
import { refunded } from './people.ts'

/**
 * What is recorded of a person by requests that were let in before their erasure was asked for. Nobody looks here but
 * the test itself.
 */
const test = suite('late data of a person')
const service = await startTestService({ ROLES: 'api,projector,deliverer' })
test.after(service.end)
const { admin } = service
const { execute, store, now, db } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

const personal = modules.flatMap(module => module.personalData ?? [])
const publicPrefixes = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
const erasing = { ...service.service, personal, personalOf: personalDataFinder(personal), publicPrefixes }
/** Longer than the test takes, so that the person stays restricted. */
const SETTLING_MS = 600_000
const context = () => ({
  ...{ actor: { sub: 'usr_1', client_id, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
  ...{ correlation_id: 'req', causation_id: null, now: now() },
})
const held = (user_id: string, text: string) =>
  until(
    () => admin.get(`/admin/subjects/${encodeURIComponent(user_id)}/export`),
    ({ body }) => JSON.stringify(body).includes(text),
  )
async function request(user_id: string, is_user = false): Promise<(by?: typeof execute) => Promise<unknown>> {
  const id = subjects.id({ client_id, user_id })
  const asked = { client_id, user_id, is_user, legal_basis: 'aml_retention', hasNewData: true } as const
  await execute.run(subjects, id, { type: 'request', ...asked }, context())
  return (by = execute) =>
    advanceErasure({ ...erasing, execute: by }, id, { attempts: 0, settleMs: SETTLING_MS, context })
}

/** Of a user two subjects of the vault are looked at, one after the other. */
for (const whose of ['a person', 'a user'])
  test(`a device of ${whose} that is registered right behind a restriction, or after it, is withdrawn at the next look`, async () => {
    const person = `wanda ${randomUUID()}`
    const device = deviceOf(person)
    const id = pushDevices.id(client_id, device.device_id)
    assert.is((await admin.post('/notifications/devices', device)).status, 200)
    await held(person, device.device_id)
    const [{ data }] = (await store.read(pushDevices.stream(id))) as unknown as [{ data: RegisteredData }]
    // A process that let it in and ends when it has recorded it.
    const register = { type: 'register', data, hasToken: false, canTakeOver: true, isClientWide: true } as const
    const late = () => execute.run(pushDevices, id, register, context())
    const status = async () => (await execute.load(pushDevices, id)).state.status
    const look = await request(person, whose === 'a user')
    const run: typeof execute.run = async (family, of, command, ...rest) => {
      const executed = await execute.run(family, of, command, ...rest)
      if (family.prefix === pushDevices.prefix && executed.events.length > 0) await late()
      return executed
    }
    await look({ ...execute, run })
    assert.is(await status(), 'active')
    await look()
    assert.is(await status(), 'unregistered')
    await late()
    await look()
    assert.is(await status(), 'unregistered')
  })

test('a registration that was accepted before withdraws the device itself, without a poll', async () => {
  const person = `uma ${randomUUID()}`
  const device = deviceOf(person)
  const id = pushDevices.id(client_id, device.device_id)
  const run: typeof execute.run = async (family, of, ...rest) => {
    if (of === id && (await execute.load(pushDevices, id)).state.status === 'absent') await request(person)
    return execute.run(family, of, ...rest)
  }
  const of = createNotificationService({ ...service.service, execute: { ...execute, run } })
  const answer = await registerDevice(of, context(), { ...device, user_id: person }).catch(error => error)
  assert.ok(answer instanceof Rejection, JSON.stringify(answer))
  assert.equal([answer.code, answer.details.field], ['INVALID_REQUEST', 'user_id'])
  assert.is((await execute.load(pushDevices, id)).state.status, 'unregistered')
  assert.equal(await of.owners.listClaims(id), [])
})

test('a poll without new data changes nothing', async () => {
  const person = `vera ${randomUUID()}`
  const device = deviceOf(person)
  await admin.post('/notifications/devices', device)
  await held(person, device.device_id)
  const look = await request(person)
  await look()
  const stream = subjects.stream(subjects.id({ client_id, user_id: person }))
  const before = (await store.read(stream)).length
  const commanded: string[] = []
  const run: typeof execute.run = async (family, of, ...rest) => {
    if (family.prefix === pushDevices.prefix) commanded.push(of)
    return execute.run(family, of, ...rest)
  }
  await look({ ...execute, run })
  assert.equal([commanded, (await store.read(stream)).length], [[], before])
})

test('a user who is enabled by a request that was accepted before is disabled at the next poll', async () => {
  const email = `${randomUUID()}@bank.example`
  const { body: user } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  await held(user.user_id, email)
  const status = async () => (await execute.load(users, user.user_id)).state.status
  const look = await request(user.user_id, true)
  await look()
  assert.is(await status(), 'disabled')
  await execute.run(users, user.user_id, { type: 'enable', client_id }, context())
  assert.is(await status(), 'active')
  await look()
  assert.is(await status(), 'disabled')
})

test('deliveries of a process that did not know of the restriction are withheld too', async () => {
  const person = `xena ${randomUUID()}`
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = db.transaction(async tx => {
    await tx.query(sql.unsafe`select from ops.checkpoints where name = ${ENQUEUER} for update`)
    lock()
    await held
  })
  await locked
  const { refund_id } = await refunded(admin, person)
  const [event] = await store.read(refunds.stream(refund_id))
  // It has translated the event and can't store it yet.
  const isWaiting = sql.unsafe`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ops.checkpoints%'`
  await until(
    () => db.exists(isWaiting),
    waits => waits,
  )
  const look = await request(person)
  const looking = look()
  await until(
    () => store.read(subjects.stream(subjects.id({ client_id, user_id: person }))),
    events => events.some(({ type }) => type === 'SubjectRestricted'),
  )
  release()
  await holding
  await looking
  const owner = await until(
    () =>
      db.maybeOneFirst(sql.type(z.object({ client_id: z.string() }))`
      select client_id from ops.webhook_events where event = ${event!.id}`),
    stored => stored !== null,
  )
  assert.is(owner, NO_CLIENT)
})

test.run()
