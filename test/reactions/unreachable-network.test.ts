import * as assert from 'uvu/assert'
import { refundStreams } from '#domain/refunds/events.ts'
import { createPayRefund } from '#modules/refunds/pay-refund.ts'
import { NetworkUnreachable, type PaymentNetwork } from '#services/refunds/payments/payment-network.ts'
import { suite } from '../harness/suite.ts'
import { refundOf, requested, startReactionService } from './reaction-service.ts'

/** The line to the payment network is down for hours, on a clock of the test's own. */
const test = suite('unreachable network')

const { service, close } = await startReactionService()
let now = new Date(Date.now() + 60_000)
let problem: Error | null = null
const hear = <T>(answer: T) => {
  if (problem !== null) throw problem
  return answer
}
const network: PaymentNetwork = {
  ...service.network,
  instruct: async () => hear({ status: 'settling' as const, reference: 'GW-1', check_after_ms: 1_000 }),
  status: async () => hear({ status: 'succeeded' as const, reference: 'GW-1' }),
}
const settings = { cancelWindowMs: 0, unknownIsFinalMs: 60_000 }
const pay = createPayRefund({ ...service, network, now: () => now }, settings, {
  timeout() {},
  outcome() {},
  contradiction() {},
})

/** Takes the step that is due, again and again, for so long; answers the gaps between them, milliseconds. */
async function gapsWithin(id: string, ms: number): Promise<number[]> {
  const end = now.getTime() + ms
  const gaps: number[] = []
  const cause = { correlation_id: 'req_1', causation_id: 'req_1' }
  let asked = 0
  while (now.getTime() < end) {
    const claim = {
      ...cause,
      id,
      stream: refundStreams.stream(id),
      generation: 1,
      fence: 1,
      attempts: asked,
      failures: 0,
      armed_for_ms: 0,
      clock: () => now,
    }
    const outcome = await pay(claim)
    if ('done' in outcome) return gaps
    gaps.push(outcome.inMs)
    now = new Date(now.getTime() + outcome.inMs)
    asked = outcome.attempts
  }
  return gaps
}

test('an unreachable network is tried every ten seconds, however long that lasts', async () => {
  problem = new NetworkUnreachable('the test')
  const id = await requested(service, '0001')
  const gaps = await gapsWithin(id, 600_000)
  assert.equal([...new Set(gaps)], [10_000])
  assert.is((await refundOf(service, id)).status, 'processing')
  problem = null
  await gapsWithin(id, 15_000)
  assert.is((await refundOf(service, id)).status, 'completed')
})

test('one that may have received the request is queried ever more rarely', async () => {
  problem = new Error('no answer in time')
  const id = await requested(service, '0001')
  assert.equal(await gapsWithin(id, 400_000), [2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000])
})

test('earlier responses are no silence: the gaps after a lost response begin small, however often it was queried', async () => {
  problem = null
  let answers = 0
  const { status } = network
  network.status = async () => {
    answers += 1
    if (answers > 10) throw new Error('no answer in time')
    return { status: 'settling', reference: 'GW-1' }
  }
  const id = await requested(service, '0001')
  const gaps = await gapsWithin(id, 30_000)
  network.status = status
  assert.equal(gaps.slice(10), [1_000, 5_000, 15_000])
})

test('an instruction that is lost after "unknown" is repeated soon, however often it was lost before', async () => {
  const { instruct, status } = network
  network.instruct = async () => {
    throw new Error('no answer in time')
  }
  network.status = async () => ({ status: 'unknown' })
  const id = await requested(service, '0001')
  const gaps = await gapsWithin(id, 10_000)
  Object.assign(network, { instruct, status })
  assert.equal(gaps, [2_000, 2_000, 2_000, 2_000, 2_000])
})

test.after(close)
test.run()
