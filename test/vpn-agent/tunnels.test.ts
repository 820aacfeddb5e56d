import * as assert from 'uvu/assert'
import { createTunnels } from '#programs/vpn-agent/tunnels.ts'
import { suite } from '../harness/suite.ts'

/** What an agent knows of tunnels, and what of it is yet to be told. */
const test = suite('tunnels of an agent')
const uuids = ['01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e9f', '01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e90'] as const
const [one, other] = uuids.map(uuid => ({ session_id: `vps_${uuid}`, username: uuid.replaceAll('-', '') })) as [
  { session_id: string; username: string },
  { session_id: string; username: string },
]
const listed = (cid: string, { username }: typeof one, received = 0, sent = 0, since = '100') => ({
  ...{ cid, username, since, received, sent, addresses: [`10.8.0.${cid}`] },
})
const report = (cid: string, { session_id }: typeof one, is_up: boolean, bytes_in: number, bytes_out: number) => ({
  ...{ session_id, tunnel: `100.${cid}`, is_up, bytes_in, bytes_out },
})

test('what is sent to a device came in', () => {
  const tunnels = createTunnels()
  assert.equal(tunnels.open(listed('1', one)), [])
  tunnels.countBytes('1', { received: 5, sent: 70 })
  tunnels.countBytes('9', { received: 5, sent: 70 })
  assert.equal(tunnels.take(10), [report('1', one, true, 70, 5)])
  assert.equal([tunnels.take(10), tunnels.hasUnreported()], [[], false])
  tunnels.close('1', { received: 6, sent: 80 })
  assert.equal(tunnels.take(10), [report('1', one, false, 80, 6)])
  assert.equal(tunnels.sessions(), [])
})

test('a newer tunnel of a session names the older, which is reported first', () => {
  const tunnels = createTunnels()
  tunnels.open(listed('1', one))
  assert.equal(tunnels.open(listed('2', one)), ['1'])
  tunnels.close('1', { received: 1, sent: 2 })
  assert.equal(tunnels.take(10), [report('1', one, false, 2, 1)])
  assert.equal(tunnels.take(10), [report('2', one, true, 0, 0)])
  assert.equal([tunnels.sessions(), tunnels.end([one.session_id])], [[one.session_id], ['2']])
})

test('a tunnel that is ending is ended once, has no address, and is watched no longer', () => {
  const tunnels = createTunnels()
  tunnels.open(listed('1', one))
  tunnels.open(listed('2', other))
  assert.equal([...tunnels.addresses()], ['10.8.0.1', '10.8.0.2'])
  assert.equal(tunnels.end([one.session_id]), ['1'])
  assert.equal(tunnels.end([one.session_id]), [])
  // OpenVPN lists it as long as the client stays.
  tunnels.reconcile([listed('1', one), listed('2', other)])
  assert.equal(
    [tunnels.ending(), [...tunnels.addresses()], tunnels.sessions()],
    [['1'], ['10.8.0.2'], [other.session_id]],
  )
  // A tunnel that came up just after the end is ended too.
  tunnels.open(listed('3', one))
  assert.equal([[...tunnels.addresses()], tunnels.end([one.session_id])], [['10.8.0.2', '10.8.0.3'], ['3']])
  // Another client of a server that was started again has the number.
  tunnels.reconcile([listed('1', one, 0, 0, '200')])
  assert.equal([tunnels.ending(), [...tunnels.addresses()]], [[], ['10.8.0.1']])
})

test('an address stays while one of two tunnels has it', () => {
  const tunnels = createTunnels()
  tunnels.open(listed('1', one))
  tunnels.open({ ...listed('2', one), addresses: ['10.8.0.1', 'fd00::1'] })
  tunnels.close('1', null)
  assert.equal([...tunnels.addresses()], ['10.8.0.1', 'fd00::1'])
})

test('a report that failed is sent later, with the values of that time', () => {
  const tunnels = createTunnels()
  tunnels.open(listed('1', one))
  tunnels.open(listed('2', other))
  const taken = tunnels.take(1)
  assert.equal(taken, [report('1', one, true, 0, 0)])
  tunnels.countBytes('1', { received: 3, sent: 4 })
  tunnels.requeue(taken)
  assert.equal(tunnels.take(10), [report('1', one, true, 4, 3), report('2', other, true, 0, 0)])
})

test('what the server lists is all that there is', () => {
  const tunnels = createTunnels()
  tunnels.open(listed('1', one))
  tunnels.open(listed('2', other))
  tunnels.take(10)
  tunnels.reconcile([listed('2', other, 5, 6), listed('3', { username: 'nobody', session_id: '' })])
  assert.equal(tunnels.sessions(), [other.session_id])
  assert.equal(tunnels.take(10), [report('1', one, false, 0, 0), report('2', other, true, 6, 5)])
  // The server was started anew, and gives the same number to somebody else.
  tunnels.reconcile([listed('2', one, 0, 0, '200')])
  assert.equal(tunnels.take(10), [
    report('2', other, false, 6, 5),
    { ...report('2', one, true, 0, 0), tunnel: '200.2' },
  ])
})

test.run()
