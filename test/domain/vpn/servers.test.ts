import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { COUNTED_EVERY, type ServerCommand, servers, serverTable } from '#domain/vpn/servers/decider.ts'
import { type ServerEvent, serverStreams } from '#domain/vpn/servers/events.ts'
import type { ServerState } from '#domain/vpn/servers/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'
import { registered, serverCommands, serverHistories, slotGivenBack, slotTaken, terms } from './samples.ts'

const test = suite('VPN server decider')
const { given } = scenario(servers.decider)

for (const [command, cells] of Object.entries(serverTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const history = serverHistories[status as ServerState['status']]
      assert.is(
        given(...history)
          .when(serverCommands[command as ServerCommand['type']])
          .type(),
        cell,
      )
    })

/** By hand, from the issue and not from the code. */
const byHand: [ServerCommand['type'], ServerState['status'], string][] = [
  ['take', 'absent', 'VPN_004'],
  ['take', 'maintenance', 'VPN_003'],
  ['take', 'retired', 'VPN_004'],
  ['take', 'online', 'VpnSlotTaken'],
  ['give_back', 'maintenance', 'VpnSlotGivenBack'],
  ['give_back', 'retired', 'VpnSlotGivenBack'],
  ['register', 'retired', 'CONFLICT'],
]
for (const [command, status, outcome] of byHand)
  test(`by hand: ${command} of a server that is ${status} comes to ${outcome}`, () => {
    assert.is(
      given(...serverHistories[status])
        .when(serverCommands[command])
        .type(),
      outcome,
    )
  })

for (const [status, history] of Object.entries(serverHistories))
  test(`the sample history of ${status} folds to it, and its events fit their schemas`, () => {
    assert.is(fold(servers.decider, recordedOf(history)).status, status)
    for (const event of history) serverStreams.assertValid(event)
  })

const takeOf = (...session_ids: string[]): ServerCommand => ({
  type: 'take',
  slots: session_ids.map(session_id => ({ session_id, devices: `of_${session_id}` })),
})
const take = takeOf('vps_3')

test('no more sessions hold slots than there are; one that is given back is free', () => {
  const full = [registered, slotTaken('vps_1'), slotTaken('vps_2')]
  given(...full)
    .when(take)
    .refuses('VPN_002')
  given(...full, slotGivenBack('vps_1'))
    .when(take)
    .records(slotTaken('vps_3'))
})

test('taking the same slot again, and giving back what is not held, changes nothing', () => {
  const full = [registered, slotTaken('vps_1'), slotTaken('vps_2')]
  given(...full)
    .when(takeOf('vps_1'))
    .changesNothing()
  given(...full)
    .when({ type: 'give_back', session_ids: ['vps_9'] })
    .changesNothing()
})

test('of many who ask at once as many get in as there is room, in their order', () => {
  given(registered, slotTaken('vps_1'))
    .when(takeOf('vps_1', 'vps_2', 'vps_2', 'vps_3', 'vps_4'))
    .records(slotTaken('vps_2'))
  given(registered, slotTaken('vps_1'), slotTaken('vps_2'))
    .when({ type: 'give_back', session_ids: ['vps_2', 'vps_9', 'vps_1', 'vps_2'] })
    .records(slotGivenBack('vps_2'), slotGivenBack('vps_1'))
})

test('a capacity below what is held ends nobody and lets nobody in', () => {
  const smaller: ServerEvent = { type: 'VpnServerChanged', data: { terms: { ...terms, capacity: 1 } } }
  const history = [registered, slotTaken('vps_1'), slotTaken('vps_2'), smaller]
  const met = given(...history)
  assert.is(met.state.status !== 'absent' && met.state.held.size, 2)
  given(...history, slotGivenBack('vps_1'))
    .when(take)
    .refuses('VPN_002')
  given(...history, slotGivenBack('vps_1'), slotGivenBack('vps_2'))
    .when(serverCommands.take)
    .records(slotTaken('vps_2'))
})

test('the same terms again are no change', () => {
  given(registered)
    .when({ type: 'change', terms: { city: terms.city, capacity: terms.capacity } })
    .changesNothing()
})

test('the events from the last count on come to the same state as all of them', () => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4 }))
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), steps => {
      // So many before that the next slot that is taken is counted.
      const before = Array.from({ length: COUNTED_EVERY / 2 }, () => [
        slotTaken('vps_0'),
        slotGivenBack('vps_0'),
      ]).flat()
      const history: ServerEvent[] = [registered, ...before]
      for (const [isTaken, n] of steps) {
        const session_id = `vps_${n}`
        const command: ServerCommand = isTaken ? takeOf(session_id) : { type: 'give_back', session_ids: [session_id] }
        try {
          history.push(...servers.decider.decide(command, fold(servers.decider, recordedOf(history))))
        } catch {
          // Full.
        }
      }
      const recorded = recordedOf(history)
      const from = recorded.findLastIndex(servers.isFoldStart)
      if (from < 0) return
      for (const event of history.slice(from)) serverStreams.assertValid(event)
      const all = fold(servers.decider, recorded)
      assert.equal(fold(servers.decider, recorded.slice(from)), all)
      // What is counted is what was taken and not given back, by those events alone.
      const uncounted = fold(
        servers.decider,
        recorded.filter(({ type }) => type !== 'VpnSlotsCounted'),
      )
      assert.equal(heldOf(all), heldOf(uncounted))
    }),
    { numRuns: 20 },
  )
})

function heldOf(state: ServerState) {
  return state.status === 'absent' ? [] : [...state.held].sort()
}

test.run()
