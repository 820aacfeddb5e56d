import * as assert from 'uvu/assert'
import { DETECTION_DATA } from '#commands/detections/detection-data.ts'
import { DETECTION_FILTERS, detectionQueryOf, KIND_TITLES, SEVERITIES } from '#console/detections/detection.ts'
import { REPORT_FIELDS, reportOf } from '#console/detections/report.ts'
import { discardDrafts, draftOf, emptyDraft, forgetDrafts, forgetKey, keyOf } from '#console/drafts.ts'
import type { ApiOperation } from '#console/operations/operation.ts'
import { BODY, pathOf, requestOf } from '#console/operations/request.ts'
import { differencesOf, preferencesOf } from '#console/push/changed-preferences.ts'
import {
  NOTIFICATION_FILTERS,
  nextOffset,
  notificationQueryOf,
  outcomesOf,
  PUSH_CATEGORIES,
  PUSH_PRIORITIES,
} from '#console/push/push.ts'
import { isPrivateText } from '#console/routing/route.ts'
import {
  ANALYSIS_FILTERS,
  type AnalysisAnswer,
  analysisQueryOf,
  MESSAGE_CLASSES,
  RISK_LEVEL_NAMES,
} from '#console/sms/analysis.ts'
import { evidenceOf, markedParts, numberOf } from '#console/sms/evidence.ts'
import { quotaOf } from '#console/sms/quota.ts'
import { OPEN_STATUSES, objectionToSession } from '#console/vpn/session-objections.ts'
import { OPEN_SESSION_FILTERS, PAST_SESSION_FILTERS, SERVER_FILTERS, toPage } from '#console/vpn/vpn.ts'
import { DETECTION_KINDS } from '#domain/detections/events.ts'
import { CATEGORIES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
import { VERDICTS } from '#domain/sms/analyses/events.ts'
import { isLive, SESSION_STATUSES } from '#domain/vpn/devices/state.ts'
import { ListSessionsQuery } from '#modules/vpn/schemas.ts'
import { ListDetectionsQuery } from '#queries/detections/list-detections.ts'
import { ListNotificationHistoryQuery } from '#queries/notifications/list-history.ts'
import { ListAnalysesQuery } from '#queries/sms/list-analyses.ts'
import { ListServersQuery } from '#queries/vpn/list-servers.ts'
import { ListSessionHistoryQuery } from '#queries/vpn/list-session-history.ts'
import { quotaVerdictOf } from '#services/sms/quota.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import { suite } from '../harness/suite.ts'

/** What the console offers on the pages of messages, tunnels, pushes and detections is what the service takes. */
const test = suite('console: choices of SMS, VPN, push and detections')

const filtersOf = (schema: { shape: object }) => Object.keys(schema.shape).filter(name => name !== 'limit')

test('lists have every filter of the API, and send what the address has as it is', () => {
  assert.equal([...ANALYSIS_FILTERS].sort(), filtersOf(ListAnalysesQuery).sort())
  assert.equal([...DETECTION_FILTERS].sort(), filtersOf(ListDetectionsQuery).sort())
  assert.equal([...NOTIFICATION_FILTERS].sort(), filtersOf(ListNotificationHistoryQuery).sort())
  assert.equal([...SERVER_FILTERS].sort(), filtersOf(ListServersQuery).sort())
  assert.equal([...OPEN_SESSION_FILTERS].sort(), filtersOf(ListSessionsQuery).sort())
  assert.equal([...PAST_SESSION_FILTERS].sort(), filtersOf(ListSessionHistoryQuery).sort())
  const { limit: _, ...analyses } = analysisQueryOf({ risk_level: 'odd', page: '3' })
  const { limit: __, ...detections } = detectionQueryOf({ kind: 'odd', page: '3' })
  const { limit: ___, ...notifications } = notificationQueryOf({ offset: 'odd', devices: 'c' })
  assert.equal([analyses, detections, notifications], [{ risk_level: 'odd' }, { kind: 'odd' }, { offset: 'odd' }])
})

test('classes, levels, kinds and categories are those of the service', () => {
  assert.equal(MESSAGE_CLASSES, VERDICTS)
  assert.equal([...RISK_LEVEL_NAMES].reverse(), RISK_LEVELS)
  assert.equal([...SEVERITIES].reverse(), RISK_LEVELS)
  assert.equal(PUSH_CATEGORIES, CATEGORIES)
  assert.equal(PUSH_PRIORITIES, PRIORITIES)
  assert.equal(OPEN_STATUSES, SESSION_STATUSES.filter(isLive))
  assert.equal(Object.keys(KIND_TITLES).sort(), [...DETECTION_KINDS].sort())
})

const quote = (source: 'text' | 'sender' | 'extracted_urls', start: number, end: number, index?: number) => ({
  ...{ source, start, end, text: '' },
  ...(index === undefined ? {} : { index }),
})

const ANALYSIS = {
  threat_indicators: [
    { type: 'urgency_language', evidence: quote('text', 4, 10) },
    { type: 'suspicious_url', evidence: quote('text', 8, 14) },
    { type: 'prize_scam', evidence: null },
    { type: 'bank_impersonation', evidence: quote('sender', 0, 4) },
  ],
  url_analysis: {
    urls: [
      { verdict: 'malicious', evidence: quote('text', 8, 14) },
      { verdict: 'suspicious', evidence: quote('extracted_urls', 0, 3, 1) },
    ],
  },
} as unknown as AnalysisAnswer

test('a place that is quoted twice has one number', () => {
  const all = evidenceOf(ANALYSIS)
  assert.equal(
    all.map(({ number, of }) => [number, of]),
    [
      [1, 'urgency_language'],
      [2, 'suspicious_url, malicious URL'],
      [3, 'bank_impersonation'],
      [4, 'suspicious URL'],
    ],
  )
  assert.is(numberOf(all, quote('sender', 0, 4)), 3)
  assert.is(numberOf(all, quote('sender', 0, 5)), undefined)
})

test('a text is cut at the ends of its quotes, also where they overlap or reach over its end', () => {
  const all = evidenceOf(ANALYSIS)
  assert.equal(markedParts('pay now: http://x', all, 'text'), [
    { text: 'pay ', isMarked: false, ending: [] },
    { text: 'now:', isMarked: true, ending: [] },
    { text: ' h', isMarked: true, ending: [1] },
    { text: 'ttp:', isMarked: true, ending: [2] },
    { text: '//x', isMarked: false, ending: [] },
  ])
  assert.equal(markedParts('BBVA', all, 'sender'), [{ text: 'BBVA', isMarked: true, ending: [3] }])
  assert.equal(markedParts('abc', all, 'extracted_urls', 0), [{ text: 'abc', isMarked: false, ending: [] }])
  assert.equal(markedParts('abc', all, 'extracted_urls', 1), [{ text: 'abc', isMarked: true, ending: [4] }])
  assert.equal(markedParts('short', all, 'text'), [
    { text: 'shor', isMarked: false, ending: [] },
    { text: 't', isMarked: true, ending: [] },
  ])
  assert.equal(markedParts('', all, 'text'), [])
})

test('the outcome of a notification by device; its pages', () => {
  const delivery = { queued: 0, sent: 2, failed: 1, expired: 0, failure_reason: 'token_dead' } as const
  assert.is(outcomesOf(delivery), '2 sent; 1 failed: token_dead')
  const page = { offset: 50, limit: 50, total_items: 101 }
  assert.equal([nextOffset({ ...page, has_more: true }), nextOffset({ ...page, has_more: false })], ['100', null])
})

test('an e-mail address or a phone number does not go into the address of the page', () => {
  const texts = ['user_1', '12345678', 'a b', '', 'ada@bank.example', '+34611223344', ' +1 555']
  assert.equal(texts.map(isPrivateText), [false, false, false, false, true, true, true])
})

test('a report has the fields that the API takes for its kind, and none of another kind', () => {
  const given = {
    ...{
      email: 'ada@leaked.example',
      source: ' paste site ',
      exposed: 'password, , pin',
      sender: 'a bank',
      subject: '',
    },
    ...{ url: 'https://bank-login.example/a', caller: '+34600000000', user_id: 'user_1', severity: '' },
  }
  for (const kind of DETECTION_KINDS) {
    const schema = DETECTION_DATA[kind].strict()
    const { user_id, ...report } = reportOf(kind, given)
    assert.is(user_id, 'user_1')
    schema.parse(report)
    const own = Object.keys(schema.shape).filter(name => !['user_id', 'detected_at', 'severity'].includes(name))
    assert.equal(REPORT_FIELDS[kind].map(({ name }) => name).sort(), own.sort(), kind)
  }
  assert.equal(reportOf('darkweb.leak_detected', given).exposed, ['password', 'pin'])
  assert.equal(reportOf('darkweb.leak_detected', {}), { exposed: [] })
  assert.match(String(reportOf('spam.call_blocked', { detected_at: '2026-11-01T12:00' }).detected_at), /^2026-1.*Z$/)
})

test('preferences are sent whole, with what the form changes', () => {
  const categories = { refund_status: true, vpn_status: false } as never
  const quiet_hours = { from: '22:00', to: '07:00', timezone: 'Europe/Madrid' }
  const updated_at = '2026-11-01T12:00:00.000Z'
  const now = { categories, quiet_hours, updated_at }
  const expected_updated_at = updated_at
  assert.equal(preferencesOf(now, { vpn_status: '' }), { categories, quiet_hours, expected_updated_at })
  assert.equal(preferencesOf(now, { vpn_status: 'on', quiet_hours: 'none' }), {
    categories: { refund_status: true, vpn_status: true },
    ...{ quiet_hours: null, expected_updated_at },
  })
  const set = { quiet_hours: 'set', from: ' 23:00', to: '06:00', timezone: 'UTC ' }
  assert.equal(preferencesOf(now, set).quiet_hours, { from: '23:00', to: '06:00', timezone: 'UTC' })
})

test('what a colleague changed in the preferences is shown by name, before and after', () => {
  const quiet_hours = { from: '22:00', to: '07:00', timezone: 'UTC' }
  const before = { categories: { refund_status: true, vpn_status: true } as never, quiet_hours: null }
  const after = { categories: { refund_status: true, vpn_status: false } as never, quiet_hours }
  assert.equal(differencesOf(before, before), [])
  assert.equal(differencesOf(before, after), [
    { name: 'vpn_status', before: 'on', after: 'off' },
    { name: 'Quiet hours', before: 'none', after: 'from 22:00 to 07:00, UTC' },
  ])
})

test("the quota is that of the month, and not a client's limit of requests", () => {
  const headersOf = (limit: number, remaining: number, reset: number) =>
    new Headers({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(reset),
    })
  const { remaining, resetS } = quotaVerdictOf(1_000, 1, new Date('2026-11-29T12:00:00Z'))!
  const resetsAt = new Date('2026-12-01T00:00:00Z')
  assert.equal(quotaOf(headersOf(1_000, remaining, resetS)), { limit: 1_000, remaining: 999, resetsAt })
  assert.is(quotaOf(headersOf(1_000, 999, Date.parse('2026-11-29T12:01:00Z') / 1_000)), null)
  assert.is(quotaOf(new Headers()), null)
})

test('a session that is over can be neither disconnected nor revoked', () => {
  const can = (scope: string) => scope === 'vpn:use'
  assert.is(objectionToSession('disconnect', { status: 'issued' }, can), null)
  assert.is(objectionToSession('revoke', { status: 'connected' }, can), 'Administrators may revoke a session.')
  for (const status of SESSION_STATUSES.filter(one => !isLive(one)))
    assert.is(
      objectionToSession('revoke', { status }, () => true),
      `The session is over: it is ${status}.`,
    )
})

test('the next page of open sessions begins after the last of this one', () => {
  const data = [{ session_id: 'vps_1' }, { session_id: 'vps_2' }] as never[]
  assert.is(toPage({ data, has_more: true }).pagination.next_cursor, 'vps_2')
  assert.is(toPage({ data, has_more: false }).pagination.next_cursor, null)
})

test('the same content has the same key until it was accepted', () => {
  const first = keyOf('a form', { text: 'a' })
  assert.is(keyOf('a form', { text: 'a' }), first)
  assert.is.not(keyOf('another form', { text: 'a' }), first)
  assert.is.not(keyOf('a form', { text: 'b' }), first)
  const second = keyOf('a form', { text: 'b' })
  forgetKey('a form', { text: 'a' })
  assert.is(keyOf('a form', { text: 'b' }), second, 'the answer to one request leaves the keys of others')
  forgetKey('a form', { text: 'b' })
  assert.is.not(keyOf('a form', { text: 'b' }), second)
})

test('a form that is left forgets its texts and keeps the keys of what was sent; another user gets neither', () => {
  draftOf('a form').value = { text: 'typed' }
  const sent = keyOf('a form', { text: 'sent' })
  discardDrafts()
  assert.equal(draftOf('a form').value, {})
  assert.is(keyOf('a form', { text: 'sent' }), sent)
  forgetDrafts()
  assert.is.not(keyOf('a form', { text: 'sent' }), sent)
})

test('the answer to what was sent empties its form, unless something else was typed since', () => {
  const draft = draftOf('a form')
  draft.value = { text: 'sent' }
  const sent = draft.value
  draft.value = { text: 'typed since' }
  emptyDraft('a form', sent)
  assert.equal(draft.value, { text: 'typed since' })
  draft.value = { text: 'sent', other: '' }
  emptyDraft('a form', sent)
  assert.equal(draft.value, {})
})

const OPERATION: ApiOperation = {
  ...{ name: 'requestRefund', method: 'POST', path: '/refund/{refund_id}', title: '', description: '', tag: '' },
  ...{ scope: null, roles: null, isPlatformOnly: false, parameters: [], hasKey: true, obstacle: null },
  body: { type: 'application/json', example: {} },
}

test('a number of a body that a browser would send as another is refused, others are sent', () => {
  for (const exact of ['0', '-0.5', '100.25', '0.00012', '1e3', '123456789012345', '0.123456789012345'])
    assert.equal(requestOf(OPERATION, { [BODY]: `{"amount":${exact}}` }).body, { amount: Number(exact) }, exact)
  for (const other of [
    '12345678901234567890',
    '4503599627370497.3',
    '0.1234567890123456789',
    '1e-400',
    '1e999',
    '1e22',
  ])
    assert.throws(() => requestOf(OPERATION, { [BODY]: `{"amount":${other}}` }), `another number than ${other}`)
  assert.throws(() => requestOf(OPERATION, { [BODY]: '{' }), 'The body is no JSON')
})

test('the command names no other path: what can not be a part of it stays in braces', () => {
  const pathWith = (refund_id: string) => pathOf(OPERATION, { path: { refund_id }, query: {} })
  assert.equal(['rf_1', 'a/b', '..', '.', '\ud800'].map(pathWith), [
    '/refund/rf_1',
    '/refund/a%2Fb',
    '/refund/{refund_id}',
    '/refund/{refund_id}',
    '/refund/%EF%BF%BD',
  ])
})

test.run()
