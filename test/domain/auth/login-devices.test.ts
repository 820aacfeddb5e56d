import * as assert from 'uvu/assert'
import {
  LOGIN_DEVICES_MAX,
  loginDevices,
  loginDevicesDecider,
  loginDevicesTable,
} from '#domain/auth/login-devices/decider.ts'
import type { LoginDeviceEvent } from '#domain/auth/login-devices/events.ts'
import { fold } from '#event-sourcing/decider.ts'
import { deviceFingerprint, networkOf } from '#services/auth/login-device.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the devices that a user logs in from')

const added = (device: string, is_first = false): LoginDeviceEvent => ({
  type: 'LoginDeviceAdded',
  data: { client_id: 'clt_1', device, how: 'device_id', is_first },
})
const forgotten: LoginDeviceEvent = { type: 'LoginDevicesForgotten', data: {} }
const recognise = (device: string) => ({ type: 'recognise', client_id: 'clt_1', device, how: 'device_id' }) as const
const given = (...events: LoginDeviceEvent[]) => scenario(loginDevicesDecider).given(...events)

test('every command in every state', () => {
  const histories = { none: [], some: [added('a', true)] }
  const commands = { recognise: recognise('b'), forget: { type: 'forget' } as const }
  for (const type of ['recognise', 'forget'] as const)
    for (const status of ['none', 'some'] as const)
      assert.is(
        given(...histories[status])
          .when(commands[type])
          .type(),
        loginDevicesTable[type][status],
        `${type} ${status}`,
      )
})

test('the first is no news, another is, and one that is known changes nothing', () => {
  given().when(recognise('a')).records(added('a', true))
  given(added('a', true)).when(recognise('a')).changesNothing()
  given(added('a', true)).when(recognise('b')).records(added('b'))
  given(added('a', true), added('b')).when(recognise('a')).changesNothing()
})

test('what is forgotten is known no more, and whoever comes next is the first', () => {
  given(added('a', true), added('b'), forgotten).when(recognise('a')).records(added('a', true))
  given(added('a', true), forgotten).when({ type: 'forget' }).changesNothing()
})

const many = Array.from({ length: LOGIN_DEVICES_MAX }, (_, n) => added(`many ${n}`))

test('the last hundred are known', () => {
  const full = given(added('a', true), ...many.slice(1))
  full.when(recognise('a')).changesNothing()
  const over = given(added('a', true), ...many)
  over.when(recognise('a')).records(added('a'))
  over.when(recognise('many 0')).changesNothing()
})

test('the last events say as much as all', () => {
  const histories = [
    [added('a', true), ...many, ...many],
    [added('a', true), ...many, forgotten, added('b', true)],
    [added('a', true), forgotten, ...many, forgotten],
    [added('a', true)],
  ]
  for (const history of histories) {
    const events = recordedOf(history)
    const from = events.findLastIndex(older => loginDevices.isFoldStart(older, events.at(-1)!))
    assert.equal(fold(loginDevicesDecider, events.slice(Math.max(from, 0))), fold(loginDevicesDecider, events))
  }
})

test('a network is a /24 of IPv4 and a /48 of IPv6, in whatever way the address is written', () => {
  const networks: [string | null, string][] = [
    ['203.0.113.7', '203.0.113.0'],
    ['203.0.113.255', '203.0.113.0'],
    ['203.0.114.7', '203.0.114.0'],
    ['::ffff:203.0.113.9', '203.0.113.0'],
    ['2001:db8:1:2:3::4', '2001:db8:1::'],
    ['2001:0DB8:0001:ffff::1', '2001:db8:1::'],
    ['2001:db8:2::1', '2001:db8:2::'],
    ['fe80::1%eth0', 'fe80::'],
    ['somewhere', 'unknown'],
    [null, 'unknown'],
  ]
  for (const [ip, network] of networks) assert.is(networkOf(ip), network, `${ip}`)
})

test('a device has its own id or, without one, that of what sent the login and of its network', () => {
  const phone = { device_id: 'phone', user_agent: 'app/1', ip: '203.0.113.7' }
  const seen = (more: object) => deviceFingerprint({ ...phone, ...more })
  assert.equal(seen({ user_agent: 'app/2', ip: '198.51.100.1' }), seen({}))
  assert.is(seen({}).how, 'device_id')
  const unnamed = seen({ device_id: null })
  assert.is(unnamed.how, 'user_agent_and_network')
  assert.equal(seen({ device_id: null, ip: '203.0.113.200' }), unnamed)
  assert.equal(seen({ device_id: null, user_agent: 'app/2.17_3' }), unnamed)
  const others = [
    seen({}),
    seen({ device_id: 'phone 2' }),
    seen({ device_id: null, user_agent: 'browser/1' }),
    seen({ device_id: null, user_agent: null }),
    seen({ device_id: null, ip: '203.0.114.7' }),
    // By no word of its own does a caller get the text of another.
    seen({ device_id: unnamed.text }),
    seen({ device_id: null, user_agent: '203.0.113.0\napp/1', ip: null }),
  ]
  const texts = [unnamed, ...others].map(({ text }) => text)
  assert.is(new Set(texts).size, texts.length)
})

test.run()
