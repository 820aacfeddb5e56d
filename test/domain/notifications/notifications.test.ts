import * as assert from 'uvu/assert'
import { messageInLanguage } from '#domain/notifications/messages.ts'
import {
  collapseIdOf,
  defaultPriorityOf,
  expiryOf,
  parseCategory,
} from '#domain/notifications/notifications/categories.ts'
import {
  type DeviceDelivery,
  type DeviceOutcome,
  deliveryTable,
  type NotificationCommand,
  type NotificationState,
  notifications,
  notificationTable,
} from '#domain/notifications/notifications/decider.ts'
import {
  CATEGORIES,
  type NotificationEvent,
  notificationStreams,
  type QueuedData,
} from '#domain/notifications/notifications/events.ts'
import { Rejection } from '#values/errors.ts'
import { personSubject } from '#values/person.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('notification decider')
const { given } = scenario(notifications.decider)

const whose = { client_id: 'clt_1', user_id: 'user_1' }
const [phone, tablet] = ['0d3f9a52-6c1b-5e7d-8a40-2b9c4e6f8a10', '0d3f9a52-6c1b-5e7d-8a40-2b9c4e6f8a11']
const onPhone = { ...whose, device: phone, platform: 'ios' } as const
const onTablet = { ...whose, device: tablet, platform: 'android' } as const
const data: QueuedData = {
  ...{ ...whose, category: 'refund_status', priority: 'normal', text_sealed: 'v1.a.b', badge_count: null, sound: null },
  ...{ collapse_id: 'refund:1', held_until: null, expires_at: '2026-01-02T00:00:00.000Z', origin: { by: 'caller' } },
  targets: [
    { device: phone, platform: 'ios', language: null },
    { device: tablet, platform: 'android', language: null },
  ],
  ...{ idempotency_key: null, fingerprint: null },
}
const queued: NotificationEvent = { type: 'NotificationQueued', data }
const read: NotificationEvent = { type: 'NotificationRead', data: whose }
const sent: NotificationEvent = { type: 'NotificationSent', data: { ...onPhone, provider_id: 'apns-1' } }
const failed: NotificationEvent = { type: 'NotificationFailed', data: { ...onPhone, reason: 'token_dead' } }
const expired: NotificationEvent = { type: 'NotificationExpired', data: onPhone }

const asking = { client_id: 'clt_1', user_id: null }
const histories: Record<NotificationState['status'], NotificationEvent[]> = {
  absent: [],
  unread: [queued, sent],
  read: [queued, sent, read],
}
const commands: Record<keyof typeof notificationTable, NotificationCommand> = {
  queue: { type: 'queue', data },
  read: { type: 'read', requester: asking },
  withdraw: { type: 'withdraw', subject: personSubject(whose) },
}
for (const [command, cells] of Object.entries(notificationTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const history = histories[status as NotificationState['status']]
      const met = given(...history).when(commands[command as keyof typeof commands])
      assert.is(met.type(), cell)
      if (cell === 'NOTIF_003') met.refuses('NOTIF_003', { field: 'notification_id' })
    })

const deliveries: Record<DeviceDelivery['status'] | 'none', NotificationEvent[]> = {
  none: [],
  ...{ queued: [queued], sent: [queued, sent], failed: [queued, failed], expired: [queued, expired] },
}
const outcomes: Record<DeviceOutcome['type'], DeviceOutcome> = {
  record_sent: { type: 'record_sent', device: phone, provider_id: 'apns-1' },
  record_failed: { type: 'record_failed', device: phone, reason: 'token_dead' },
  record_expired: { type: 'record_expired', device: phone },
}
for (const [command, cells] of Object.entries(deliveryTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} on a device where it is ${status}`, () =>
      assert.is(
        given(...deliveries[status as DeviceDelivery['status']])
          .when(outcomes[command as DeviceOutcome['type']])
          .type(),
        cell,
      ))

/** By hand, from the issue and not from the code. */
const byHand: [NotificationCommand, NotificationEvent[], string][] = [
  [commands.queue, [], 'NotificationQueued'],
  [commands.queue, [queued], 'replay'],
  [commands.queue, [queued, read], 'replay'],
  [commands.read, [], 'NOTIF_003'],
  [commands.read, [queued], 'NotificationRead'],
  [commands.read, [queued, read], 'replay'],
  [outcomes.record_sent, [queued], 'NotificationSent'],
  [outcomes.record_sent, [queued, read], 'NotificationSent'],
  [outcomes.record_failed, [queued], 'NotificationFailed'],
  [outcomes.record_expired, [queued], 'NotificationExpired'],
  [outcomes.record_failed, [queued, sent], 'replay'],
  [outcomes.record_sent, [queued, failed], 'replay'],
  [outcomes.record_sent, [queued, expired], 'replay'],
  [outcomes.record_expired, [queued, sent], 'replay'],
]
for (const [command, history, outcome] of byHand)
  test(`by hand: ${command.type} after ${history.map(({ type }) => type).join(', ') || 'nothing'}: ${outcome}`, () =>
    assert.is(
      given(...history)
        .when(command)
        .type(),
      outcome,
    ))

test('the sample histories fold to their statuses, and their events fit their schemas', () => {
  for (const [status, history] of Object.entries(histories)) {
    assert.is(given(...history).state.status, status)
    for (const event of history) notificationStreams.assertValid(event)
  }
  for (const event of [failed, expired]) notificationStreams.assertValid(event)
})

test('each device has an outcome of its own, told with its time, and of a device that it is not for there is none', () => {
  const { state } = given(queued, failed, { type: 'NotificationSent', data: { ...onTablet, provider_id: null } }, read)
  assert.equal(state, {
    ...(({ text_sealed: _, targets: __, ...clear }) => clear)(data),
    ...{ status: 'read', queued_at: '2026-01-01T00:00:00.000Z', read_at: '2026-01-01T00:00:03.000Z' },
    deliveries: [
      {
        device: phone,
        platform: 'ios',
        language: null,
        isRetargeted: false,
        status: 'failed',
        at: '2026-01-01T00:00:01.000Z',
        reason: 'token_dead',
      },
      {
        device: tablet,
        platform: 'android',
        language: null,
        isRetargeted: false,
        status: 'sent',
        at: '2026-01-01T00:00:02.000Z',
        provider_id: null,
      },
    ],
  })
  given(queued).when({ type: 'record_expired', device: 'another' }).changesNothing()
  given(queued)
    .when({ type: 'record_expired', device: tablet })
    .records({ type: 'NotificationExpired', data: onTablet })
})

const watch = '0d3f9a52-6c1b-5e7d-8a40-2b9c4e6f8a12'
const toWatch = { device: watch, platform: 'ios', language: null } as const
const toPhone = { device: phone, platform: 'ios', language: null } as const
const others = { targets: [toPhone, toWatch], held_until: null }
const unreached = (device: string) =>
  ({ type: 'record_failed', device, reason: 'token_dead', others }) as const satisfies DeviceOutcome
const goesOn: NotificationEvent = {
  type: 'NotificationRetargeted',
  data: { ...whose, targets: [toWatch], held_until: null },
}
const tabletFailed: NotificationEvent = { type: 'NotificationFailed', data: { ...onTablet, reason: 'no_device' } }

test('once none of its devices is reached it goes on to the others, in the same append, and never to one of before', () => {
  given(queued).when(unreached(phone)).records(failed)
  given(queued, tabletFailed).when(unreached(phone)).records(failed, goesOn)
  given(queued, tabletFailed, read).when(unreached(phone)).records(failed, goesOn)
  given(queued, tabletFailed)
    .when({ ...unreached(phone), others: { ...others, held_until: '2026-01-01T07:00:00.000Z' } })
    .records(failed, {
      type: 'NotificationRetargeted',
      data: { ...whose, targets: [toWatch], held_until: '2026-01-01T07:00:00.000Z' },
    })
  for (const none of [null, { ...others, targets: [toPhone] }, { ...others, targets: [] }])
    given(queued, tabletFailed)
      .when({ ...unreached(phone), others: none })
      .records(failed)
  notificationStreams.assertValid(goesOn)
})

test('it goes no further where another device got it, where its time was over there, or where it was at fault itself', () => {
  const by = { ...onTablet, reason: 'payload_rejected' } as const
  const onesOfTablet: NotificationEvent[] = [
    { type: 'NotificationSent', data: { ...onTablet, provider_id: null } },
    { type: 'NotificationExpired', data: onTablet },
    ...(['payload_rejected', 'payload_too_large', 'superseded', 'text_gone', 'erasure'] as const).map(reason => ({
      ...({ type: 'NotificationFailed', data: { ...by, reason } } as const),
    })),
  ]
  for (const event of onesOfTablet) given(queued, event).when(unreached(phone)).records(failed)
})

test('a device that it went on to is one of its devices from then on, and goes on itself where it is not reached', () => {
  const history = [queued, tabletFailed, failed, goesOn]
  const onWatch = { ...whose, device: watch, platform: 'ios' } as const
  const watchFailed: NotificationEvent = { type: 'NotificationFailed', data: { ...onWatch, reason: 'token_dead' } }
  given(...history)
    .when({ type: 'record_sent', device: watch, provider_id: null })
    .records({ type: 'NotificationSent', data: { ...onWatch, provider_id: null } })
  given(...history)
    .when(commands.withdraw)
    .records({ type: 'NotificationFailed', data: { ...onWatch, reason: 'erasure' } })
  given(...history)
    .when(unreached(watch))
    .records(watchFailed)
  const further = { device: 'further', platform: 'android', language: 'es' } as const
  given(...history)
    .when({ ...unreached(watch), others: { ...others, targets: [further] } })
    .records(watchFailed, { type: 'NotificationRetargeted', data: { ...whose, targets: [further], held_until: null } })
  // What was recorded for the devices of before stands, and the same once more is nothing new.
  given(...history)
    .when({ type: 'record_sent', device: phone, provider_id: 'late' })
    .changesNothing()
  const [, , , , again] = recordedOf([...history, goesOn])
  const { state } = given(...history)
  assert.equal(notifications.decider.evolve(state, again!), state)
})

test('the first outcome stands, whatever a later event says', () => {
  const [first, second, third, again] = recordedOf([queued, sent, failed, queued])
  const { initial, evolve } = notifications.decider
  const after = evolve(evolve(initial, first!), second!)
  assert.equal(evolve(after, third!), after)
  assert.is(evolve(after, again!), after)
  for (const event of recordedOf([sent, failed, expired, read])) assert.is(evolve(initial, event), initial)
})

test('it is read by whose it is and by those who act for them, and by nobody else', () => {
  const by = (client_id: string | null, user_id: string | null): NotificationCommand => ({
    ...{ type: 'read', requester: { client_id, user_id } },
  })
  for (const own of [by('clt_1', 'user_1'), by('clt_1', null), by(null, null)]) given(queued).when(own).records(read)
  for (const other of [by('clt_1', 'user_2'), by('clt_2', null), by('clt_2', 'user_1')])
    for (const history of [histories.unread, histories.read])
      given(...history)
        .when(other)
        .refuses('NOTIF_003')
})

test('of somebody who is to be erased what is still queued is not sent, and nobody else’s is touched', () => {
  const withheld: NotificationEvent = { type: 'NotificationFailed', data: { ...onTablet, reason: 'erasure' } }
  given(queued, sent).when(commands.withdraw).records(withheld)
  given(queued)
    .when(commands.withdraw)
    .records({ type: 'NotificationFailed', data: { ...onPhone, reason: 'erasure' } }, withheld)
  given(queued, sent, withheld).when(commands.withdraw).changesNothing()
  given(queued)
    .when({ type: 'withdraw', subject: personSubject({ ...whose, user_id: 'user_2' }) })
    .changesNothing()
})

test('a name that is a key, an alert or an event is always the same stream, and no other name’s', () => {
  const ids = [
    notificationStreams.ofKey('clt_1', 'key', 0),
    notificationStreams.ofKey('clt_1', 'key', 1),
    notificationStreams.ofKey('clt_2', 'key', 0),
    notificationStreams.ofAlert(whose, 'fraud_alert', 'key', 0),
    notificationStreams.ofAlert(whose, 'system', 'key', 0),
    notificationStreams.ofAlert({ ...whose, user_id: 'user_2' }, 'fraud_alert', 'key', 0),
    notificationStreams.ofEvent(whose, 'key'),
  ]
  assert.is(new Set(ids).size, ids.length)
  assert.is(notificationStreams.ofKey('clt_1', 'key', 0), ids[0])
  for (const id of ids) assert.is(notificationStreams.parseNotificationId(notificationStreams.notificationId(id)), id)
  for (const wrong of ['', 'ntf_', `dev_${ids[0]}`, ids[0]!, `ntf_${ids[0]} `])
    assert.is(notificationStreams.parseNotificationId(wrong), null)
})

/** Source: the spec, "Notification categories"; and the times and collapse ids of the facts. */
const table = [
  ['security_alert', 'high', 86_400, 'security_alert:a1'],
  ['phishing_detected', 'high', 86_400, 'phishing_detected:a1'],
  ['fraud_alert', 'critical', 86_400, 'fraud:a1'],
  ['darkweb_alert', 'high', 86_400, 'darkweb_alert:a1'],
  ['vpn_status', 'normal', 600, 'vpn'],
  ['refund_status', 'normal', 86_400, 'refund:a1'],
  ['system', 'low', 3_600, `ntf_${phone}`],
] as const
test('each category has its priority, its time to live and what makes two of it the same', () => {
  assert.equal(table.map(([category]) => category).toSorted(), CATEGORIES.toSorted())
  const now = new Date('2026-01-01T00:00:00Z')
  for (const [category, priority, ttlS, collapse] of table) {
    assert.is(parseCategory(category, 'category'), category)
    assert.is(defaultPriorityOf(category), priority)
    assert.is(Date.parse(expiryOf(category, now)), now.getTime() + ttlS * 1_000, category)
    assert.is(collapseIdOf(phone, category, { alert_id: 'a1' }), collapse)
    const own = category === 'vpn_status' ? 'vpn' : `ntf_${phone}`
    assert.is(collapseIdOf(phone, category, {}), own, category)
  }
  assert.is(collapseIdOf(phone, 'refund_status', { alert_id: 'a1', refund_id: 'rf_1' }), 'refund:rf_1')
})

test('a collapse id has no more than the 64 bytes that APNs takes, and long ones differ as they did', () => {
  const of = (alert_id: string) => collapseIdOf(phone, 'fraud_alert', { alert_id })
  assert.is(of('x'.repeat(58)), `fraud:${'x'.repeat(58)}`)
  const long = ['x'.repeat(59), 'é'.repeat(30), `${'x'.repeat(100)}1`, `${'x'.repeat(100)}2`].map(of)
  for (const id of long) assert.match(id, /^[0-9a-f]{64}$/)
  assert.is(new Set(long).size, long.length)
  assert.is(of('x'.repeat(59)), long[0])
})

test('a collapse id is what a header can be, whatever a caller calls what it tells of', () => {
  const of = (refund_id: string) => collapseIdOf(phone, 'refund_status', { refund_id })
  const odd = ['é', '😀', ' a', 'a ', 'a b', 'a\r\napns-priority: 10', '\t', '\x7f', '\u2028'].map(of)
  for (const id of odd) assert.match(id, /^[0-9a-f]{64}$/)
  assert.is(new Set(odd).size, odd.length)
  assert.is(of('!~"%'), 'refund:!~"%')
  // One without a name has none.
  assert.is(collapseIdOf(phone, 'refund_status', { refund_id: '', alert_id: 'a1' }), 'refund:a1')
  assert.is(of(''), `ntf_${phone}`)
})

test('a category that there is not is NOTIF_006, by the field that names it and with those that there are', () => {
  for (const text of ['', 'Fraud_alert', 'refund', 'toString'])
    try {
      parseCategory(text, 'notification.category')
      assert.unreachable(text)
    } catch (error) {
      assert.ok(error instanceof Rejection, String(error))
      assert.is(error.code, 'NOTIF_006')
      assert.equal([error.details.field, error.details.value], ['notification.category', text])
      assert.equal(error.details.allowed_values, CATEGORIES)
    }
})

test('a device is told in its language where there are such words, else in the first', () => {
  const text = { title: 'T', body: 'B', data: {}, also: { es: { title: 'Té', body: 'Be' } } }
  assert.equal(messageInLanguage(text, { language: 'es' }), { title: 'Té', body: 'Be' })
  for (const language of [null, 'en', 'fr'])
    assert.equal(messageInLanguage(text, { language }), { title: 'T', body: 'B' })
  assert.equal(messageInLanguage({ title: 'T', body: 'B', data: {} }, { language: 'es' }), { title: 'T', body: 'B' })
})

test.run()
