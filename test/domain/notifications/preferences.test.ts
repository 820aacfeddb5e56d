import * as assert from 'uvu/assert'
import { formatMessage, LANGUAGES, languageOf, type MessageKey } from '#domain/notifications/messages.ts'
import { preferences } from '#domain/notifications/preferences/decider.ts'
import {
  NOTIFICATION_KINDS,
  type PreferencesData,
  preferencesStreams,
  type QuietHours,
} from '#domain/notifications/preferences/events.ts'
import { isTimezone, quietHoursEndOf } from '#domain/notifications/preferences/quiet-hours.ts'
import { scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('what a client wants its users to be told')
const { given } = scenario(preferences.decider)

const quiet_hours = { from: '22:00', to: '07:00', timezone: 'Europe/Madrid' }
const wanted = (data: Partial<PreferencesData>) => ({ off: [], quiet_hours: null, ...data }) satisfies PreferencesData
const set = (data: Partial<PreferencesData>) => ({ type: 'NotificationPreferencesSet', data: wanted(data) }) as const
const asked = (data: Partial<PreferencesData>) => ({ type: 'set', data: wanted(data) }) as const

test('until somebody says otherwise all is told at any time; saying so changes nothing', () => {
  assert.equal(given().state, { off: [], quiet_hours: null, updated_at: null })
  given().when(asked({})).changesNothing()
})

test('what is said counts as a whole, the same again and in another order changes nothing', () => {
  const first = set({ off: ['fraud_alert', 'vpn_status'], quiet_hours })
  given()
    .when(asked({ off: ['vpn_status', 'fraud_alert', 'vpn_status'], quiet_hours }))
    .records(first)
  given(first)
    .when(asked({ off: ['vpn_status', 'fraud_alert'], quiet_hours: { ...quiet_hours } }))
    .changesNothing()
  given(first).when(asked({ quiet_hours })).records(set({ quiet_hours }))
  given(first)
    .when(asked({ off: ['fraud_alert', 'vpn_status'] }))
    .records(set({ off: ['fraud_alert', 'vpn_status'] }))
  given(first, set({})).when(asked({})).changesNothing()
  assert.equal(given(first, set({})).state, { off: [], quiet_hours: null, updated_at: '2026-01-01T00:00:01.000Z' })
  preferencesStreams.assertValid(first)
})

test('a change that the caller has not seen is not replaced; the same again is no conflict', () => {
  const first = set({ off: ['fraud_alert'] })
  const expecting = (expected: string | null, data: Partial<PreferencesData>) => ({ ...asked(data), expected })
  const at = '2026-01-01T00:00:00.000Z'
  given().when(expecting(null, { quiet_hours })).records(set({ quiet_hours }))
  given(first).when(expecting(at, { quiet_hours })).records(set({ quiet_hours }))
  for (const stale of [null, '2025-12-31T00:00:00.000Z'])
    given(first).when(expecting(stale, { quiet_hours })).refuses('CONFLICT')
  given(first)
    .when(expecting(null, { off: ['fraud_alert'] }))
    .changesNothing()
})

const until = (hours: QuietHours, at: string) => quietHoursEndOf(hours, new Date(at))?.toISOString() ?? null

test('quiet hours begin with their first minute and end before their last, by the clocks of their place', () => {
  const at = (time: string) => until(quiet_hours, `2026-01-15T${time}Z`)
  // Madrid is an hour ahead of UTC in winter.
  assert.equal([at('20:59:59.999'), at('06:00:00')], [null, null])
  assert.equal([at('21:00:00'), at('23:30:12.345')], ['2026-01-16T06:00:00.000Z', '2026-01-16T06:00:00.000Z'])
  assert.equal([at('05:59:59.999'), at('00:00:00')], ['2026-01-15T06:00:00.000Z', '2026-01-15T06:00:00.000Z'])
  const noon = { from: '12:00', to: '14:30', timezone: 'UTC' }
  assert.equal(
    ['11:59:59', '12:00:00', '14:29:59', '14:30:00', '00:00:00'].map(time => until(noon, `2026-01-15T${time}Z`)),
    [null, '2026-01-15T14:30:00.000Z', '2026-01-15T14:30:00.000Z', null, null],
  )
  assert.is(
    until({ from: '00:00', to: '23:59', timezone: 'Asia/Kathmandu' }, '2026-01-15T18:16:00Z'),
    '2026-01-16T18:14:00.000Z',
  )
})

test('where clocks are moved, quiet hours are what they show', () => {
  // 2026-03-29: 02:00 is 03:00 in Madrid; 2026-10-25: 03:00 is 02:00.
  assert.is(until(quiet_hours, '2026-03-28T21:00:00Z'), '2026-03-29T05:00:00.000Z')
  assert.is(until(quiet_hours, '2026-10-24T20:00:00Z'), '2026-10-25T06:00:00.000Z')
  // An end that no clock shows is the minute after it.
  assert.is(until({ ...quiet_hours, to: '02:30' }, '2026-03-29T00:30:00Z'), '2026-03-29T01:00:00.000Z')
  // And of one that they show twice the first.
  assert.is(until({ ...quiet_hours, to: '02:30' }, '2026-10-24T23:30:00Z'), '2026-10-25T00:30:00.000Z')
})

test('whatever the place and the day: what is held goes out later, and not in quiet hours', () => {
  const zones = ['Europe/Madrid', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Casablanca']
  const hours = [
    ['22:00', '07:00'],
    ['01:30', '02:30'],
    ['02:30', '01:30'],
    ['13:00', '13:01'],
    ['00:00', '12:00'],
  ] as const
  let held = 0
  // Every 11 hours and 7 minutes of a year: each hour of the day, and the days on which clocks are moved.
  for (const timezone of zones)
    for (const [from, to] of hours)
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 667 * 60_000) {
        const release = quietHoursEndOf({ from, to, timezone }, new Date(at))
        if (release === null) continue
        held += 1
        assert.ok(
          release.getTime() > at && release.getTime() - at <= 25 * 3_600_000,
          `${timezone} ${from} ${new Date(at).toISOString()}`,
        )
        assert.is(
          quietHoursEndOf({ from, to, timezone }, release),
          null,
          `${timezone} ${from} ${new Date(at).toISOString()}`,
        )
      }
  assert.ok(held > 1_000, `${held}`)
})

test('a time zone is a place of the IANA database, and no offset', () => {
  for (const zone of ['Europe/Madrid', 'UTC', 'America/Argentina/Ushuaia', 'Etc/GMT+3'])
    assert.ok(isTimezone(zone), zone)
  for (const none of ['', '+01:00', 'Europe/Atlantis', 'Europe', '../etc', 'Europe/Madrid\n', 'ACDT'])
    assert.not(isTimezone(none), none)
})

test('everything is said in every language, with the amount as it is written there', () => {
  const all: MessageKey[] = [
    ...(['refund_completed', 'refund_failed', 'refund_cancelled', 'refund_voided'] as const),
    ...(['fraud_detected', 'fraud_escalated', 'phishing', 'vpn_revoked', 'vpn_expired'] as const),
    ...(['password_changed', 'webhook_disabled'] as const),
  ]
  const titles = new Set<string>()
  for (const said of all)
    for (const language of LANGUAGES) {
      const { title, body } = formatMessage(language, said, { minor: 123_450, currency: 'EUR' })
      assert.ok(title.length > 0 && body.length > 0)
      assert.not(body.includes('{'), said)
      titles.add(title)
    }
  assert.ok(titles.size > all.length)
  const amounts = (minor: number, currency: string) =>
    LANGUAGES.map(language =>
      formatMessage(language, 'refund_completed', { minor, currency }).body.replaceAll('\u00a0', ' '),
    )
  assert.equal(amounts(123_450, 'EUR'), [
    'Your refund of EUR 1,234.50 has been paid.',
    'Tu reembolso de 1234,50 EUR se ha pagado.',
  ])
  assert.match(amounts(1_234, 'JPY')[0]!, /JPY 1,234 /)
  assert.match(amounts(1_234, 'KWD')[0]!, /KWD 1\.234 /)
})

test('a device’s language is ours where we speak it, and English where not', () => {
  const codes = ['es', 'es-MX', 'ES', 'en', 'en-GB', 'fr', 'est', null, '']
  assert.equal(codes.map(languageOf), ['es', 'es', 'es', 'en', 'en', 'en', 'en', 'en', 'en'])
})

test('what can be switched off is what the service tells by itself', () =>
  assert.equal([...NOTIFICATION_KINDS].sort(), [
    'darkweb_alert',
    'fraud_alert',
    'phishing_detected',
    'refund_status',
    'security_alert',
    'vpn_status',
  ]))

test.run()
