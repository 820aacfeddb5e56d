import * as assert from 'uvu/assert'
import {
  type DeviceCommand,
  type DeviceState,
  deviceTable,
  pushDevices,
} from '#domain/notifications/devices/decider.ts'
import { deviceStreams, type PushDeviceEvent, type RegisteredData } from '#domain/notifications/devices/events.ts'
import { parsePlatform, parsePushToken } from '#domain/notifications/devices/push-token.ts'
import { Rejection } from '#values/errors.ts'
import { personSubject } from '#values/person.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('push device decider')
const { given } = scenario(pushDevices.decider)

const whose = { client_id: 'clt_1', user_id: 'user_1' }
const data: RegisteredData = {
  ...{ ...whose, device_id: 'device_1', platform: 'ios', token_sealed: 'v1.a.b', token_digest: 'd' },
  ...{ app_version: '4.2.0', language: 'en' },
}
const registered: PushDeviceEvent = { type: 'PushDeviceRegistered', data }
const moved: PushDeviceEvent = { type: 'PushDeviceTokenMoved', data: whose }
const dead: PushDeviceEvent = { type: 'PushDeviceDeactivated', data: { ...whose, reason: 'token_dead' } }
const unregistered: PushDeviceEvent = { type: 'PushDeviceUnregistered', data: { ...whose, reason: 'caller' } }
const erased: PushDeviceEvent = { type: 'PushDeviceUnregistered', data: { ...whose, reason: 'erasure' } }

const asking = { client_id: 'clt_1', user_id: null }
const histories: Record<DeviceState['status'], PushDeviceEvent[]> = {
  absent: [],
  active: [registered],
  moved: [registered, moved],
  dead: [registered, dead],
  unregistered: [registered, unregistered],
}
const commands: Record<DeviceCommand['type'], DeviceCommand> = {
  register: {
    type: 'register',
    data: { ...data, token_digest: 'e' },
    hasToken: false,
    canTakeOver: true,
    isClientWide: true,
  },
  unregister: { type: 'unregister', requester: asking },
  move: { type: 'move', registration: 0 },
  deactivate: { type: 'deactivate', registration: 0, since: null, reason: 'token_dead' },
  withdraw: { type: 'withdraw', subject: personSubject(whose) },
}

for (const [command, cells] of Object.entries(deviceTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const met = given(...histories[status as DeviceState['status']]).when(commands[command as DeviceCommand['type']])
      assert.is(met.type(), cell)
      if (cell === 'NOTIF_002') met.refuses('NOTIF_002', { field: 'registration_id' })
    })

/** By hand, from the issue and not from the code. */
const byHand: [DeviceCommand['type'], DeviceState['status'], string][] = [
  ['register', 'absent', 'PushDeviceRegistered'],
  ['register', 'moved', 'PushDeviceRegistered'],
  ['register', 'unregistered', 'PushDeviceRegistered'],
  ['unregister', 'absent', 'NOTIF_002'],
  ['unregister', 'active', 'PushDeviceUnregistered'],
  ['unregister', 'unregistered', 'NOTIF_002'],
  ['move', 'active', 'PushDeviceTokenMoved'],
  ['move', 'unregistered', 'replay'],
  ['deactivate', 'active', 'PushDeviceDeactivated'],
  ['deactivate', 'moved', 'replay'],
  ['register', 'dead', 'PushDeviceRegistered'],
  ['unregister', 'dead', 'PushDeviceUnregistered'],
  ['withdraw', 'active', 'PushDeviceUnregistered'],
  ['withdraw', 'unregistered', 'replay'],
]
for (const [command, status, outcome] of byHand)
  test(`by hand: ${command} of a device that is ${status} comes to ${outcome}`, () =>
    assert.is(
      given(...histories[status])
        .when(commands[command])
        .type(),
      outcome,
    ))

test('the sample histories fold to their statuses, and their events fit their schemas', () => {
  for (const [status, history] of Object.entries(histories)) {
    assert.is(given(...history).state.status, status)
    for (const event of history) deviceStreams.assertValid(event)
  }
})

test('the same once more changes nothing, as long as the token is known to be the device’s', () => {
  const same = { ...data, token_sealed: 'v1.a.sealed anew' }
  given(registered)
    .when({ type: 'register', data: same, hasToken: true, canTakeOver: true, isClientWide: true })
    .changesNothing()
  given(registered)
    .when({ type: 'register', data: same, hasToken: false, canTakeOver: true, isClientWide: true })
    .records({ type: 'PushDeviceRegistered', data: same })
  for (const history of [histories.moved, histories.dead, histories.unregistered])
    given(...history)
      .when({ type: 'register', data: same, hasToken: true, canTakeOver: true, isClientWide: true })
      .records({ type: 'PushDeviceRegistered', data: same })
})

test('whatever differs is registered: user, platform, token, version, language', () => {
  const others: Partial<RegisteredData>[] = [
    ...[{ user_id: 'user_2' }, { platform: 'android' as const }, { token_digest: 'e' }],
    ...[{ app_version: null }, { app_version: '4.2.1' }, { language: null }, { language: 'es' }],
  ]
  for (const other of others) {
    const next = { ...data, ...other }
    given(registered)
      .when({ type: 'register', data: next, hasToken: true, canTakeOver: true, isClientWide: true })
      .records({ type: 'PushDeviceRegistered', data: next })
  }
})

test('the device is whose it was registered for last: nobody else unregisters it, and their erasure does not touch it', () => {
  const theirs = { ...whose, user_id: 'user_2' }
  const second: PushDeviceEvent = { type: 'PushDeviceRegistered', data: { ...data, ...theirs } }
  const by = (user_id: string | null, client_id: string | null = 'clt_1'): DeviceCommand => ({
    ...{ type: 'unregister', requester: { client_id, user_id } },
  })
  given(registered, second).when(by('user_1')).refuses('NOTIF_002', { field: 'registration_id' })
  given(registered, second).when(by(null, 'clt_2')).refuses('NOTIF_002')
  const ended: PushDeviceEvent = { type: 'PushDeviceUnregistered', data: { ...theirs, reason: 'caller' } }
  given(registered, second).when(by('user_2')).records(ended)
  given(registered, second).when(by(null, null)).records(ended)
  given(registered, second).when(commands.withdraw).changesNothing()
  given(registered).when(commands.withdraw).records(erased)
})

test('a consumer who has not shown the token takes no device of another user’s, as long as it is one', () => {
  const theirs = { ...data, user_id: 'user_2' }
  const taking = { type: 'register', data: theirs, hasToken: false, canTakeOver: false, isClientWide: false } as const
  const taken: PushDeviceEvent = { type: 'PushDeviceRegistered', data: theirs }
  for (const history of [histories.active, histories.moved]) {
    given(...history)
      .when(taking)
      .refuses('CONFLICT', { field: 'device_id' })
    given(...history)
      .when({ ...taking, canTakeOver: true, isClientWide: true })
      .records(taken)
  }
  for (const history of [histories.absent, histories.unregistered, [...histories.active, erased]])
    given(...history)
      .when(taking)
      .records(taken)
  given(registered)
    .when({ ...taking, data: { ...data, token_digest: 'e' } })
    .records({ type: 'PushDeviceRegistered', data: { ...data, token_digest: 'e' } })
})

test('why a device is unregistered is known until it is registered again', () => {
  const endOf = (...history: PushDeviceEvent[]) => {
    const { state } = given(...history)
    return state.status === 'absent' ? undefined : state.ended
  }
  assert.equal(
    [
      endOf(registered),
      endOf(registered, unregistered),
      endOf(registered, erased),
      endOf(registered, erased, registered),
    ],
    [null, 'caller', 'erasure', null],
  )
})

test('a token is lost by the registration that had it, and by no later one', () => {
  given(registered, registered).when({ type: 'move', registration: 0 }).changesNothing()
  given(registered, registered).when({ type: 'move', registration: 1 }).records(moved)
})

test('what a network says of a token is about the registration that was sent to, and no later one', () => {
  const command = { type: 'deactivate', since: null, reason: 'token_rejected' } as const
  const rejected: PushDeviceEvent = { type: 'PushDeviceDeactivated', data: { ...whose, reason: 'token_rejected' } }
  given(registered, registered)
    .when({ ...command, registration: 0 })
    .changesNothing()
  given(registered, registered)
    .when({ ...command, registration: 1 })
    .records(rejected)
})

test('a token that died before the device was registered with it says nothing of the app that is there now', () => {
  const at = (since: string) => ({ type: 'deactivate', registration: 1, since, reason: 'token_dead' }) as const
  // Registered for the second time a second after the first.
  given(registered, registered).when(at('2026-01-01T00:00:00.999Z')).changesNothing()
  given(registered, registered).when(at('2026-01-01T00:00:01.000Z')).records(dead)
})

test('a device is registered again after any end, with the time and the number of that registration', () => {
  const { state } = given(registered, moved, registered, unregistered, registered)
  assert.equal(state, {
    ...data,
    status: 'active',
    registered_at: '2026-01-01T00:00:04.000Z',
    registration: 4,
    ended: null,
    isOwnerConfirmed: true,
  })
})

test('an impossible event leaves the state unchanged', () => {
  const { initial, evolve } = pushDevices.decider
  const [lost, ended, first, second, third] = recordedOf([moved, unregistered, registered, unregistered, moved])
  assert.is(evolve(initial, lost!), initial)
  assert.is(evolve(initial, ended!), initial)
  const over = evolve(evolve(initial, first!), second!)
  assert.is(evolve(over, third!), over)
})

const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Rejection ? [error.code, error.details.field] : String(error)
  }
  return null
}
const HEX = 'Ab'.repeat(32)
const FCM = `cXy-1_z:APA91b${'Q'.repeat(120)}`

test('a token is of its platform, and nothing of one that is refused is told', () => {
  assert.is(parsePushToken('ios', HEX), HEX.toLowerCase())
  assert.is(parsePushToken('ios', 'a'.repeat(200)), 'a'.repeat(200))
  assert.is(parsePushToken('android', FCM), FCM)
  for (const length of [20, 4_096]) assert.is(parsePushToken('android', 'x'.repeat(length)).length, length)
  const bad = { ios: ['', 'a'.repeat(63), 'a'.repeat(201), `${HEX}\n`, `g${HEX.slice(1)}`, FCM, ` ${HEX}`] }
  for (const text of bad.ios)
    assert.equal(
      refusal(() => parsePushToken('ios', text)),
      ['NOTIF_001', 'push_token'],
      text,
    )
  for (const text of ['', 'x'.repeat(19), 'x'.repeat(4_097), `${FCM}\n`, `${FCM}=`, 'ñ'.repeat(30), HEX])
    assert.equal(
      refusal(() => parsePushToken('android', text)),
      ['NOTIF_001', 'push_token'],
      text,
    )
  for (const [platform, text] of [
    ['ios', `${FCM}!`],
    ['android', HEX],
  ] as const)
    try {
      parsePushToken(platform, text)
      assert.unreachable()
    } catch (error) {
      assert.not(JSON.stringify(error).includes(text))
    }
})

test('there are two platforms', () => {
  assert.equal([parsePlatform('ios'), parsePlatform('android')], ['ios', 'android'])
  for (const text of ['iOS', 'web', '', 'toString', 'sdk'])
    assert.equal(
      refusal(() => parsePlatform(text)),
      ['NOTIF_005', 'platform'],
      text,
    )
})

test('a registration is named after its device, which no other client has', () => {
  const id = deviceStreams.id('clt_1', 'device_1')
  assert.is(deviceStreams.parseRegistrationId(deviceStreams.registrationId(id)), id)
  assert.is.not(deviceStreams.id('clt_2', 'device_1'), id)
  for (const text of ['', id, `dev_${id}x`, `dev_${id}\n`, `dev_${id.toUpperCase()}`, 'dev_none', `vps_${id}`])
    assert.is(deviceStreams.parseRegistrationId(text), null, text)
})

test.run()
