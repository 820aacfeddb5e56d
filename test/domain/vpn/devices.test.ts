import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { type DevicesCommand, devices, sessionTable } from '#domain/vpn/devices/decider.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { SessionStatus } from '#domain/vpn/devices/state.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'
import { connected, disconnected, expired, issued, revoked, sessionHistories, sessionOf } from './samples.ts'

const test = suite('VPN session and slots decider')
const { given } = scenario(devices.decider)

type Row = keyof typeof sessionTable
const commandOf = (type: Row, session_id = 'vps_1'): DevicesCommand => {
  if (type === 'issue') return { type, session: sessionOf(Number(session_id.slice(4))) }
  return type === 'revoke' ? { type, session_id, reason: 'administrator' } : { type, session_id }
}

for (const [command, cells] of Object.entries(sessionTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const met = given(...sessionHistories[status as SessionStatus]).when(commandOf(command as Row))
      assert.is(met.type(), cell)
      if (cell === 'VPN_005') met.refuses('VPN_005', { field: 'session_id' })
    })

/** By hand, from the issue and not from the code. */
const byHand: [Row, SessionStatus, string][] = [
  ['confirm', 'issued', 'VpnSessionConnected'],
  ['confirm', 'connected', 'replay'],
  ['disconnect', 'issued', 'VpnSessionDisconnected'],
  ['disconnect', 'connected', 'VpnSessionDisconnected'],
  ['disconnect', 'disconnected', 'VPN_005'],
  ['disconnect', 'expired', 'VPN_005'],
  ['expire', 'issued', 'VpnSessionExpired'],
  ['expire', 'disconnected', 'replay'],
  ['revoke', 'connected', 'VpnSessionRevoked'],
  ['withdraw', 'connected', 'VpnSessionWithdrawn'],
  ['revoke', 'expired', 'VPN_005'],
]
for (const [command, status, outcome] of byHand)
  test(`by hand: ${command} of a session that is ${status} comes to ${outcome}`, () => {
    assert.is(
      given(...sessionHistories[status])
        .when(commandOf(command))
        .type(),
      outcome,
    )
  })

for (const [status, history] of Object.entries(sessionHistories))
  test(`the sample history of ${status} folds to it, and its events fit their schemas`, () => {
    const session = fold(devices.decider, recordedOf(history)).sessions.get('vps_1')
    assert.is(session?.status ?? 'absent', status)
    for (const event of history) deviceStreams.assertValid(event)
  })

/** As it stands beside the next one. */
const beside = (n: number, slot_id: number, status: 'issued' | 'connected', second: number) => {
  const { client_id: _, user_id: __, ...rest } = sessionOf(n)
  return { ...rest, slot_id, status, issued_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString() }
}

test('the second device gets slot 2 and the third none; a slot that is free is reused lowest first', () => {
  given(issued(1))
    .when(commandOf('issue', 'vps_2'))
    .records(issued(2, 2, [beside(1, 1, 'issued', 0)]))
  const two = [issued(1), connected(1), issued(2, 2, [beside(1, 1, 'connected', 0)])]
  given(...two)
    .when(commandOf('issue', 'vps_3'))
    .refuses('VPN_001', { limit: 2 })
  given(...two, disconnected(1))
    .when(commandOf('issue', 'vps_3'))
    .records(issued(3, 1, [beside(2, 2, 'issued', 2)]))
  given(...two, expired(1), revoked(2))
    .when(commandOf('issue', 'vps_3'))
    .records(issued(3, 1))
})

test('a field of a newer version is not repeated in the next event', () => {
  const first = issued(1)
  const data: object = { ...first.data, new_field: 'new' }
  given({ ...first, data } as VpnDeviceEvent)
    .when({ type: 'issue', session: sessionOf(2) })
    .records(issued(2, 2, [beside(1, 1, 'issued', 0)]))
})

test('a device that has a session is told which, also when no slot is free', () => {
  const same: DevicesCommand = { type: 'issue', session: { ...sessionOf(3), device: sessionOf(1).device } }
  given(issued(1)).when(same).refuses('VPN_006', { session_id: 'vps_1' })
  given(issued(1), issued(2, 2, [beside(1, 1, 'issued', 0)]))
    .when(same)
    .refuses('VPN_006', { session_id: 'vps_1' })
})

test('all are revoked at once, or those that were issued by a time', () => {
  const two = [issued(1), issued(2, 2, [beside(1, 1, 'issued', 0)])]
  const all: DevicesCommand = { type: 'revoke_all', reason: 'user_disabled', issuedUntil: null }
  given(...two)
    .when(all)
    .records(revoked(1, 'user_disabled'), revoked(2, 'user_disabled'))
  given(...two)
    .when({ ...all, issuedUntil: '2026-01-01T00:00:00.000Z' })
    .records(revoked(1, 'user_disabled'))
  given(...two, revoked(1), disconnected(2))
    .when(all)
    .changesNothing()
})

test('whatever happens, no slot is held twice, none but 1 and 2, and the tail comes to the same live sessions', () => {
  const types = ['confirm', 'disconnect', 'expire', 'withdraw', 'revoke'] as const
  const step = fc.tuple(fc.constantFrom('issue' as const, ...types), fc.integer({ min: 1, max: 5 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const history: VpnDeviceEvent[] = []
      let fresh = 100
      for (const [type, n] of steps) {
        const state = fold(devices.decider, recordedOf(history))
        const known = [...state.sessions.keys()].at(-n) ?? 'vps_99'
        // Its own session, of one of five devices.
        const session = { ...sessionOf(n), session_id: `vps_${fresh++}` }
        try {
          const command = type === 'issue' ? { type, session } : commandOf(type, known)
          history.push(...devices.decider.decide(command, state))
        } catch {
          continue
        }
        const recorded = recordedOf(history)
        const live = liveSessions(fold(devices.decider, recorded))
        assert.ok(live.length <= 2)
        assert.is(new Set(live.map(({ slot_id }) => slot_id)).size, live.length)
        assert.ok(live.every(({ slot_id }) => slot_id === 1 || slot_id === 2))
        assert.is(new Set(live.map(({ device }) => device.device_id)).size, live.length)
        const tail = recorded.slice(recorded.findLastIndex(devices.isFoldStart))
        assert.equal(fold(devices.decider, tail), fold(devices.decider, recorded))
      }
    }),
  )
})

test.run()
