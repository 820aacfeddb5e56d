import * as assert from 'uvu/assert'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { fraudSubscriptions } from '#modules/fraud/processes.ts'
import { refundSubscriptions } from '#modules/refunds/processes.ts'
import { erasureSubscriptions } from '#modules/subjects/erasure-process.ts'
import { vpnSubscriptions } from '#modules/vpn/processes.ts'
import { outcomeOf } from '#reactions/outcome.ts'
import { reactionsOf, type Subscription } from '#reactions/process.ts'
import { opened as openedAlert, openedData, resolved, resolvedByRule } from '../domain/fraud/alert-samples.ts'
import * as refund from '../domain/refunds/samples.ts'
import * as vpn from '../domain/vpn/samples.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'

/** Without a cancel the handler finds nothing to do, but at the first start each event of the past leaves a job. */
const test = suite('jobs that later events of a batch cancel')

const all: readonly Subscription<never>[] = [
  ...[...refundSubscriptions({ REFUND_CANCEL_WINDOW_MS: 0 }), ...fraudSubscriptions],
  ...[...vpnSubscriptions, ...erasureSubscriptions(0)],
]
const reactions = new Map(reactionsOf(all).map(reaction => [reaction.name, reaction]))

type Event = [stream: string, event: DomainEvent]

/** The queues of the jobs that are left when the events were read as one batch. */
function left(subscription: string, ...events: Event[]): string[] {
  const batch = events.map(([stream, event]) => recordedOf([event], stream)[0] as unknown as LoggedEvent)
  const { jobs, parked } = outcomeOf(reactions.get(subscription)!, batch)
  assert.equal(parked, [])
  return jobs.map(({ queue }) => queue)
}

const REFUND = 'refund-rf_1'
const { client_id, transaction_id } = refund.requestedData
const PAID_BACK = transactions.stream(transactions.id(client_id, transaction_id))
const reserved = (attempt: number): Event => [
  PAID_BACK,
  { type: 'RefundReserved', data: { refund_id: 'rf_1', attempt, amount_minor: 100 } },
]
const released = (attempt: number, reason: string): Event => [
  PAID_BACK,
  { type: 'RefundReleased', data: { refund_id: 'rf_1', attempt, reason } },
]
const ofRefund = (...events: DomainEvent[]) => events.map((event): Event => [refunds.stream('rf_1'), event])

test('a payment, by each end of a refund and of its reversal', () => {
  const { requested, completed, failed, cancelled, voided, reversalStarted } = refund
  const ends = [completed(), failed(), cancelled, voided('none'), voided('settled')]
  for (const end of ends) assert.equal(left('refund-payments', ...ofRefund(requested, end)), [], end.type)
  assert.equal(left('refund-payments', ...ofRefund(requested, voided('in_flight'))), ['refund-payment'])
  assert.equal(left('refund-payments', ...ofRefund(completed(), voided('settled'), reversalStarted)), [
    'refund-payment',
  ])
})

test('the check of a reservation, by its refund, its retry and its release', () => {
  const [requested] = ofRefund(refund.requested)
  const [retried] = ofRefund(refund.retried(1))
  assert.equal(left('refund-budget', reserved(0)), ['reservation'])
  assert.equal(left('refund-budget', reserved(0), requested!), [])
  assert.equal(left('refund-budget', reserved(1), requested!), ['reservation'])
  assert.equal(left('refund-budget', reserved(1), retried!), [])
  for (const reason of ['failed', 'abandoned', 'not_created'])
    assert.equal(left('refund-budget', reserved(0), released(0, reason)), [], reason)
})

test('the release of a budget, by itself and by the next reservation, not by an attempt that never came', () => {
  const [failed] = ofRefund(refund.failed())
  const [cancelled] = ofRefund(refund.cancelled)
  assert.equal(left('refund-budget', failed!), ['budget-release'])
  assert.equal(left('refund-budget', failed!, released(0, 'failed')), [])
  assert.equal(left('refund-budget', cancelled!, released(0, 'cancelled')), [])
  assert.equal(left('refund-budget', failed!, reserved(1), [REFUND, refund.retried(1)]), [])
  for (const reason of ['abandoned', 'not_created'])
    assert.equal(left('refund-budget', failed!, released(0, reason)), ['budget-release'], reason)
})

test('the job of a lease, by each end of the session but its expiry, and that of a slot, by its release', () => {
  const [mine, server] = [devices.stream('user'), servers.stream('7')]
  const slots = (...events: Event[]) => left('vpn-slots', ...events).sort()
  const [taken, free]: Event[] = [
    [server, vpn.slotTaken('vps_1')],
    [server, vpn.slotGivenBack('vps_1')],
  ]
  assert.equal(slots([mine, vpn.issued(1)], taken!), ['vpn-lease', 'vpn-slot'])
  for (const end of [vpn.disconnected(1), vpn.revoked(1), vpn.withdrawn(1)]) {
    assert.equal(slots([mine, vpn.issued(1)], [mine, end]), ['vpn-slot'], end.type)
    assert.equal(slots([mine, vpn.issued(1)], taken!, [mine, end], free!), [], end.type)
  }
  assert.equal(slots([mine, vpn.issued(1)], taken!, [mine, vpn.expired(1)], free!), ['vpn-lease'])
})

test('what an outcome decides of an alert, by an analyst and not by a rule', () => {
  const alert = alerts.stream(alerts.id(openedData.client_id, openedData.transaction_id))
  assert.equal(left('fraud-outcomes', [alert, openedAlert], [alert, resolved]), [])
  assert.equal(left('fraud-outcomes', [alert, openedAlert], [alert, resolvedByRule]), ['fraud-resolving'])
})

test('the entry of a transaction into its windows, by its entry', () => {
  const id = transactions.id('clt_1', 'tx_1')
  const data = { client_id: 'clt_1', user_id: 'user_1', transaction_id: 'tx_1' }
  const recorded: Event = [transactions.stream(id), { type: 'TransactionRecorded', data }]
  assert.equal(left('fraud-entering', recorded), ['fraud-entering'])
  // A type that this version does not know has entered it all the same.
  assert.equal(left('fraud-entering', recorded, [profiles.stream('p'), { type: 'TransactionOfNewerType', data }]), [])
})

test('an erasure, by its end', () => {
  const data = { client_id: 'c', user_id: 'u', is_user: true, legal_basis: 'aml_retention', retain: false }
  const asked: Event = [subjects.stream('s'), { type: 'SubjectErasureRequested', data }]
  const shredded: Event = [subjects.stream('s'), { type: 'SubjectShredded', data: {} }]
  assert.equal(left('subject-erasures', asked), ['subject-erasure'])
  assert.equal(left('subject-erasures', asked, shredded), [])
})

test.run()
