import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { AnalyseMessageBody, analyseMessages } from '#commands/sms/analyse-messages.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { settleCharges, startMaintenance } from '#modules/sms/maintenance.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { createAnalyser } from '#services/sms/analyser.ts'
import { MODEL_FOLDER } from '#services/sms/model.ts'
import { chargeQuota, getQuotaUsage } from '#services/sms/quota.ts'
import { Rejection } from '#values/errors.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { DOMAIN, FRIENDLY, messageOf, PHISHING, SENDER, URL_IN_TEXT } from './messages.ts'

const test = suite('analyses of messages')
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({}, { log, modules: settlingSoon() })
const { admin } = service
const { db, store } = service.service
const dataDir = service.environment.DATA_DIR!
const { client_id } = (await admin.get('/api/auth/me')).body
const receiver = await startReceiver(await developmentCaOf(dataDir))
const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['url.*'] })
receiver.useSecret(webhook.secret)
const { analyse, prepare, close } = createAnalyser(MODEL_FOLDER)
await prepare()
test.after(async () => {
  await close()
  await receiver.close()
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const DAY_MS = 86_400_000
const analyze = (message: object, by: Client = admin) => by.post('/sms/analyze', message)
const batch = (messages: unknown[], by: Client = admin) => by.post('/sms/analyze/batch', { messages })
const read = (analysisId: string, by: Client = admin) => by.get(`/sms/analyses/${analysisId}`)
const leftOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'))
/** Whose key an analysis is sealed under. */
async function keyOf(analysisId: string): Promise<string | null> {
  const [analysed] = await store.read(analysisStreams.stream(analysisId))
  return subjectOf((analysed!.data as { sealed: string }).sealed)
}
/** A client with this many analyses a month. */
async function clientWith(per_month: number | null): Promise<Client> {
  const client = await service.newClient()
  const { body: me } = await client.get('/api/auth/me')
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { sms_quota: { per_month } })
  return client
}
const contextAt = (now: Date, of = client_id) => ({
  ...{ actor: { sub: 'usr_1', client_id: of, role: 'admin' }, request_id: 'req', command_id: randomUUID() },
  ...{ correlation_id: 'req', causation_id: null, now },
})
/** As a message was analysed at that time. */
async function analysedAt(now: Date, message: object, of = client_id): Promise<string> {
  const inputs = [AnalyseMessageBody.parse(message)]
  const answer = await analyseMessages({ ...service.service, analyse }, contextAt(now, of), inputs)
  const [outcome] = 'outcomes' in answer ? answer.outcomes : []
  if (outcome === undefined || !('record' in outcome)) throw new Error('it was not analysed')
  return outcome.record.analysis_id
}

test('a message is answered with every field of the spec, and read back with itself', async () => {
  const message = messageOf({ user_id: 'user_1', extracted_urls: [URL_IN_TEXT] })
  const { status, body } = await analyze(message)
  assert.is(status, 200)
  assert.equal([body.is_phishing, body.risk_level, body.message_id], [true, 'critical', message.message_id])
  assert.match(body.analysis_id, /^sms_[0-9a-f-]{36}$/)
  for (const score of [body.risk_score, body.confidence_score]) assert.ok(score >= 0 && score <= 1)
  assert.equal(body.sender_analysis, { is_known_contact: false, sender_type: 'unknown_number' })
  assert.equal([body.url_analysis.urls_found, body.url_analysis.malicious_urls], [1, 1])
  assert.ok(body.recommendations.length > 0)
  const types = body.threat_indicators.map(({ type }: { type: string }) => type)
  assert.ok(types.includes('bank_impersonation') && types.includes('suspicious_url'))
  for (const { evidence, severity, description } of body.threat_indicators) {
    assert.is(evidence.text, PHISHING.slice(evidence.start, evidence.end))
    assert.ok(severity !== '' && description !== '')
  }
  const { body: record } = await read(body.analysis_id)
  const { message_id: _, message_content, sender, extracted_urls, device_id, user_id, platform } = message as never
  assert.equal(record, {
    ...body,
    ...{ device_id, user_id, platform, received_date: '2026-01-01T12:00:00.000Z', feedback: null },
    message: { sender, message_content, extracted_urls },
  })
})

test('a text alone is enough, and asked twice it is two analyses', async () => {
  const alone = { message_content: FRIENDLY, platform: 'sdk' }
  const [first, second] = [await analyze(alone), await analyze(alone)]
  assert.equal([first.status, first.body.is_phishing, first.body.message_id], [200, false, null])
  assert.is.not(first.body.analysis_id, second.body.analysis_id)
  assert.is(second.headers.get('idempotent-replayed'), null)
})

test('the same message of a device is answered as it was and charged once, another text is a conflict', async () => {
  const message = messageOf()
  const first = await analyze(message)
  const again = await analyze({ ...message, sender: 'somebody else' })
  assert.equal([again.status, again.body], [200, first.body])
  assert.is(first.headers.get('idempotent-replayed'), null)
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  assert.is(leftOf(again), leftOf(first))
  const other = await analyze({ ...message, message_content: FRIENDLY })
  assert.equal([other.status, other.body.error_code, other.body.details.field], [409, 'CONFLICT', 'message_id'])
  const { body, status } = await analyze({ ...message, device_id: 'device_2', message_content: FRIENDLY })
  assert.is(status, 200)
  assert.is.not(body.analysis_id, first.body.analysis_id)
})

test('after 24 hours the same names are another message', async () => {
  const message = messageOf()
  const younger = await analysedAt(new Date(Date.now() - DAY_MS + 60_000), message)
  assert.is((await analyze(message)).body.analysis_id, younger)
  const old = messageOf()
  const older = await analysedAt(new Date(Date.now() - DAY_MS - 1_000), old)
  const { status, body } = await analyze({ ...old, message_content: FRIENDLY })
  assert.is(status, 200)
  assert.is.not(body.analysis_id, older)
  assert.is((await analyze({ ...old, message_content: FRIENDLY })).body.analysis_id, body.analysis_id)
  const daily = messageOf()
  const uses: string[] = []
  for (const days of [2, 1, 0]) uses.push(await analysedAt(new Date(Date.now() - days * (DAY_MS + 1_000)), daily))
  assert.is(new Set(uses).size, 3)
  assert.is((await analyze(daily)).body.analysis_id, uses[2])
})

test('only Android and the SDK may send, and a direct call of iOS gets an explanation', async () => {
  for (const platform of ['ios', 'iOS', 'windows']) {
    const { status, body } = await analyze(messageOf({ platform }))
    const { field, value, allowed_values } = body.details
    assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'])
    assert.equal([field, value, allowed_values], ['platform', platform, ['android', 'sdk']])
    assert.match(body.message, platform === 'windows' ? /SDK/ : /only the SDK/)
  }
  assert.is((await analyze(messageOf({ platform: 'sdk' }))).status, 200)
})

/** What may come, and which field is refused; null where it is analysed. */
const odd: [string, object, string | null][] = [
  ['an empty text', { message_content: '' }, 'message_content'],
  ['10,000 characters', { message_content: 'wombat bank '.repeat(834).slice(0, 10_000) }, null],
  ['10,001 characters', { message_content: 'a'.repeat(10_001) }, 'message_content'],
  ['emoji only', { message_content: '😀🎉👩‍👩‍👧‍👦' }, null],
  ['right to left', { message_content: '\u202eחשבון הבנק שלך נעול\u202c' }, null],
  ['lone surrogates', { message_content: `\ud83d bank \udc00 ${URL_IN_TEXT}`, sender: '\udfff' }, null],
  ['NUL', { message_content: 'your\u0000account\u0000is locked', sender: 'BB\u0000VA' }, null],
  ['spaces', { message_content: '   ' }, null],
  ['a text that is none', { message_content: 7 }, 'message_content'],
  ['a sender of 321', { sender: 'a'.repeat(321) }, 'sender'],
  ['1,000 addresses', { extracted_urls: Array.from({ length: 1_000 }, (_, n) => `https://a${n}.example/x`) }, null],
  ['1,001 addresses', { extracted_urls: Array.from({ length: 1_001 }, () => 'https://a.example') }, 'extracted_urls'],
  ['an address of 10 kB', { extracted_urls: [`https://a.example/${'x'.repeat(10_222)}`] }, null],
  ['a longer one', { extracted_urls: [`https://a.example/${'x'.repeat(10_223)}`] }, 'extracted_urls.0'],
  ['too much together', { extracted_urls: Array.from({ length: 7 }, () => 'x'.repeat(10_000)) }, 'extracted_urls'],
  [
    'the longest of everything, in letters of three bytes',
    {
      message_content: `${'漢'.repeat(9_990)} https`,
      sender: '漢'.repeat(320),
      extracted_urls: Array.from({ length: 6 }, (_, n) => `https://${n}.example/${'漢'.repeat(10_200)}`),
    },
    null,
  ],
  ['javascript:', { extracted_urls: ['javascript:alert(1)', 'data:text/html,x', 'not an address', ' '] }, null],
  ['NUL in an address', { extracted_urls: ['https://a.example/\u0000'] }, 'extracted_urls.0'],
  ['half a character in an address', { extracted_urls: ['https://a.example/\ud83d'] }, 'extracted_urls.0'],
  ['NUL in an id', { message_id: 'a\u0000' }, 'message_id'],
  ['an id of 129', { device_id: 'd'.repeat(129) }, 'device_id'],
  ['no time', { received_date: 'yesterday' }, 'received_date'],
  ['no platform', { platform: undefined }, 'platform'],
  ['contacts in clear', { contacts_hash: ['+34611223344'] }, 'contacts_hash.0'],
  ['5,001 contacts', { contacts_hash: Array.from({ length: 5_001 }, () => 'a'.repeat(64)) }, 'contacts_hash'],
]
for (const [what, more, field] of odd)
  test(`odd: ${what} is ${field === null ? 'analysed' : 'refused by its field'}`, async () => {
    const message = messageOf(more)
    const { status, body } = await analyze(message)
    if (field === null) assert.is(status, 200, JSON.stringify(body))
    else {
      assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', field])
      assert.ok(body.details.reason !== '')
    }
    // What was analysed reads back as it came; in a batch it is the same.
    if (field === null) {
      const { body: record } = await read(body.analysis_id)
      assert.equal(record.message.message_content, (message as { message_content: string }).message_content)
    }
    const { body: many } = await batch([message])
    if (field === null) assert.equal(many.results, [body])
    else assert.equal(many.results[0].error, { code: 'INVALID_REQUEST', message: body.message, details: body.details })
  })

test('a batch has 1 to 100 messages, in an array', async () => {
  for (const messages of [[], Array.from({ length: 101 }, () => messageOf()), 'none', undefined]) {
    const { status, body } = await admin.post('/sms/analyze/batch', { messages })
    assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', 'messages'])
  }
})

test('a batch answers in order what each alone is answered; one that is bad fails alone and is not charged', async () => {
  const texts = [
    PHISHING,
    FRIENDLY,
    'Ana, tu código es 482913. No lo compartas.',
    'WIN a prize: call +44 20 7946 0000 now!',
  ]
  const singles = await Promise.all(texts.map(message_content => analyze(messageOf({ message_content }))))
  const messages = texts.map(message_content => messageOf({ message_content }))
  const bad = [
    messageOf({ message_content: '' }),
    7,
    null,
    messageOf({ platform: 'ios' }),
    { message_id: 'x'.repeat(200) },
  ]
  const before = leftOf(await analyze(messageOf()))
  const answer = await batch([...messages, ...bad])
  assert.is(answer.status, 200)
  assert.is(leftOf(answer), before - messages.length)
  const { batch_id, results, summary } = answer.body
  assert.match(batch_id, /^smb_/)
  const bare = ({ analysis_id: _, analyzed_at: __, message_id: ___, ...rest }: Record<string, unknown>) => rest
  assert.equal(
    results.slice(0, texts.length).map(bare),
    singles.map(({ body }) => bare(body)),
  )
  assert.equal(
    results.map(({ message_id }: { message_id: string }) => message_id),
    [
      ...messages.map(({ message_id }) => message_id),
      (bad[0] as { message_id: string }).message_id,
      null,
      null,
      (bad[3] as { message_id: string }).message_id,
      null,
    ],
  )
  for (const { error } of results.slice(texts.length)) assert.is(error.code, 'INVALID_REQUEST')
  const phishing = singles.filter(({ body }) => body.is_phishing).length
  const ofLevel = (level: string) => singles.filter(({ body }) => body.risk_level === level).length
  assert.equal(summary, {
    ...{ total: 9, analyzed: 4, phishing, failed: 5 },
    by_risk_level: Object.fromEntries(['low', 'medium', 'high', 'critical'].map(level => [level, ofLevel(level)])),
  })
})

test('in a batch a message that stands there twice is analysed once, and with another text refused', async () => {
  const message = messageOf()
  const known = await analyze(messageOf({ message_id: 'known' }))
  const answer = await batch([
    ...[message, message, { ...message, message_content: FRIENDLY }],
    ...[messageOf({ message_id: 'known' }), messageOf({ message_id: 'known', message_content: FRIENDLY })],
  ])
  const [first, second, third, fourth, fifth] = answer.body.results
  assert.equal(second, first)
  assert.equal(fourth, known.body)
  assert.equal([third.error.code, fifth.error.code], ['CONFLICT', 'CONFLICT'])
  assert.is(leftOf(answer), leftOf(known) - 1)
})

test('the sender is known by contacts, local or foreign by the client’s country, and neither is stored', async () => {
  const client = await clientWith(null)
  const { body: me } = await client.get('/api/auth/me')
  const typeOf = async (more: object) => (await analyze(messageOf(more), client)).body.sender_analysis
  assert.is((await typeOf({})).sender_type, 'unknown_number')
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { country: 'ES' })
  assert.is((await typeOf({})).sender_type, 'local_number')
  assert.is((await typeOf({ sender: '+4915112345678' })).sender_type, 'foreign_number')
  const hash = createHash('sha256').update(SENDER).digest('hex')
  assert.equal(await typeOf({ contacts_hash: [hash] }), { is_known_contact: true, sender_type: 'known_contact' })
})

test('another client has none of it: not the analysis, not the list, not the names of messages', async () => {
  const message = messageOf()
  const { body } = await analyze(message)
  const other = await service.newClient()
  assert.is((await read(body.analysis_id, other)).status, 404)
  const feedback = await other.post(`/sms/analyses/${body.analysis_id}/feedback`, { verdict: 'phishing' })
  assert.equal([feedback.status, feedback.body.error_code], [404, 'NOT_FOUND'])
  assert.equal((await other.get('/sms/analyses')).body.data, [])
  const theirs = await analyze({ ...message, message_content: FRIENDLY }, other)
  assert.equal([theirs.status, theirs.headers.get('idempotent-replayed')], [200, null])
  assert.is.not(await keyOf(body.analysis_id), await keyOf(theirs.body.analysis_id))
  // Neither does a page of one open anything of the other.
  const { body: page } = await admin.get('/sms/analyses?limit=1')
  assert.is((await other.get(`/sms/analyses?limit=1&cursor=${page.pagination.next_cursor}`)).status, 400)
  assert.is((await read('sms_none')).status, 404)
})

test('a consumer analyses and sees only its own messages', async () => {
  const email = 'consumer@quokka.example'
  const { body: user } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  const consumer = await logIn(service.url, email, ADMIN.password)
  const message = messageOf()
  const { body: theirs } = await analyze({ ...message, user_id: 'user_1' })
  const refused = await analyze(messageOf({ user_id: 'user_1' }), consumer)
  assert.equal([refused.status, refused.body.error_code, refused.body.details.field], [403, 'AUTH_003', 'user_id'])
  const own = await analyze({ ...message, message_content: FRIENDLY }, consumer)
  assert.is(own.status, 200)
  assert.is((await read(own.body.analysis_id, consumer)).body.user_id, user.user_id)
  assert.is((await read(theirs.analysis_id, consumer)).status, 404)
  // What one calls a device is not the other's, so that the erasure of one forgets nothing of the other.
  assert.is.not(await keyOf(theirs.analysis_id), await keyOf(own.body.analysis_id))
  const { body: listed } = await consumer.get('/sms/analyses')
  assert.equal(
    listed.data.map(({ analysis_id }: { analysis_id: string }) => analysis_id),
    [own.body.analysis_id],
  )
  assert.is((await consumer.post(`/sms/analyses/${theirs.analysis_id}/feedback`, { verdict: 'phishing' })).status, 404)
  const said = await consumer.post(`/sms/analyses/${own.body.analysis_id}/feedback`, { verdict: 'promotion' })
  assert.is(said.body.feedback.verdict, 'promotion')
})

test('feedback is the last word, and history and audit show it', async () => {
  const { body } = await analyze(messageOf())
  const path = `/sms/analyses/${body.analysis_id}/feedback`
  assert.is((await admin.post(path, { verdict: 'spam' })).body.details.field, 'verdict')
  await admin.post(path, { verdict: 'phishing' })
  const { body: me } = await admin.get('/api/auth/me')
  for (let round = 0; round < 2; round += 1) {
    const { status, body: told } = await admin.post(path, { verdict: 'legitimate' })
    assert.equal([status, told.feedback.verdict, told.feedback.given_by], [200, 'legitimate', me.id])
    assert.is(told.message.message_content, PHISHING)
  }
  const events = await store.read(analysisStreams.stream(body.analysis_id))
  assert.equal(
    events.map(({ type }) => type),
    ['SmsAnalysed', 'SmsFeedbackGiven', 'SmsFeedbackGiven'],
  )
  const { body: audit } = await until(
    () => admin.get(`/audit/sms-analyses/${body.analysis_id}`),
    answer => answer.status === 200 && JSON.stringify(answer.body).includes('legitimate'),
  )
  const text = JSON.stringify(audit)
  assert.ok(text.includes('SmsAnalysed') && text.includes('SmsFeedbackGiven'))
  for (const secret of [DOMAIN, 'wombat', SENDER]) assert.not.ok(text.includes(secret), secret)
  const { body: listed } = await admin.get('/sms/analyses?verdict=legitimate')
  assert.equal(
    listed.data.map(({ analysis_id }: { analysis_id: string }) => analysis_id),
    [body.analysis_id],
  )
})

test('the list is filtered, paged by keyset and of its own writes', async () => {
  const device_id = `device_${randomUUID()}`
  const ids: string[] = []
  for (const message_content of [PHISHING, FRIENDLY, FRIENDLY])
    ids.unshift((await analyze(messageOf({ device_id, message_content, user_id: 'lister' }))).body.analysis_id)
  const listed = async (query: string) => {
    const { status, body } = await admin.get(`/sms/analyses?device_id=${device_id}${query}`)
    assert.is(status, 200, JSON.stringify(body))
    return { ids: body.data.map(({ analysis_id }: { analysis_id: string }) => analysis_id), ...body.pagination }
  }
  assert.equal((await listed('')).ids, ids)
  assert.equal((await listed('&is_phishing=true')).ids, [ids[2]])
  assert.equal((await listed('&risk_level=low&user_id=lister')).ids, ids.slice(0, 2))
  assert.equal((await listed('&verdict=none&since=2026-01-01T00:00:00Z')).ids, ids)
  assert.equal((await listed('&until=2026-01-01T00:00:00Z')).ids, [])
  const first = await listed('&limit=2')
  assert.equal([first.ids, first.has_more], [ids.slice(0, 2), true])
  assert.equal((await listed(`&limit=2&cursor=${first.next_cursor}`)).ids, ids.slice(2))
  for (const query of ['?cursor=x', `?cursor=${first.next_cursor}`, '?risk=low', '?limit=0', '?is_phishing=maybe'])
    assert.is((await admin.get(`/sms/analyses${query}`)).status, 400, query)
})

test('of messages that were analysed at the same moment each stands on one page', async () => {
  const device_id = `device_${randomUUID()}`
  const { body } = await batch(Array.from({ length: 7 }, () => messageOf({ device_id, message_content: FRIENDLY })))
  const times = new Set(body.results.map(({ analyzed_at }: { analyzed_at: string }) => analyzed_at))
  assert.is(times.size, 1)
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const { body: page } = await admin.get(`/sms/analyses?device_id=${device_id}&limit=2${cursor}`)
    found.push(...page.data.map(({ analysis_id }: { analysis_id: string }) => analysis_id))
    if (page.pagination.next_cursor === null) break
    cursor = `&cursor=${page.pagination.next_cursor}`
  }
  assert.equal(found.toSorted(), body.results.map(({ analysis_id }: { analysis_id: string }) => analysis_id).toSorted())
})

test('no address is ever opened', async () => {
  let connections = 0
  const site = createServer(() => undefined).on('connection', () => {
    connections += 1
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const message_content = `BBVA: your account is locked. Verify at http://127.0.0.1:${port}/a or https://localhost:${port}/b`
  const { body } = await analyze(messageOf({ message_content, extracted_urls: [`http://[::ffff:7f00:1]:${port}/c`] }))
  assert.equal([body.is_phishing, body.url_analysis.urls_found], [true, 3])
  // By then all that comes of it has come.
  await until(
    async () => receiver.deliveries,
    all => all.some(({ body: text }) => text.includes(body.analysis_id)),
  )
  assert.is(connections, 0)
  site.close()
})

test('the quota of the month is exact: refused whole, told in headers and details, free for what failed or was replayed', async () => {
  const client = await clientWith(5)
  const first = await analyze(messageOf(), client)
  const { headers } = first
  const now = new Date()
  const reset = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1_000
  assert.equal(
    ['limit', 'remaining', 'reset'].map(name => Number(headers.get(`x-ratelimit-${name}`))),
    [5, 4, reset],
  )
  assert.is(headers.get('ratelimit-policy'), '"month";q=5;w=2678400')
  const kept = messageOf()
  await analyze(kept, client)
  const tooMany = await batch([...Array.from({ length: 4 }, () => messageOf()), kept], client)
  assert.equal([tooMany.status, tooMany.body.error_code], [429, 'RATE_LIMIT_EXCEEDED'])
  const resets_at = new Date(reset * 1_000).toISOString()
  assert.equal(tooMany.body.details, { quota: 5, used: 2, requested: 4, resets_at })
  const retryAfter = Number(tooMany.headers.get('retry-after'))
  assert.ok(Math.abs(retryAfter - (reset - Date.now() / 1_000)) < 60, `${retryAfter}`)
  assert.is(leftOf(tooMany), 3)
  const exact = await batch([...Array.from({ length: 3 }, () => messageOf()), kept, { platform: 'ios' }], client)
  assert.equal([exact.status, exact.body.summary.analyzed, exact.body.summary.failed, leftOf(exact)], [200, 4, 1, 0])
  const over = await analyze(messageOf(), client)
  assert.equal([over.status, over.body.details.used, over.body.details.requested], [429, 5, 1])
  assert.equal((await analyze(kept, client)).status, 200)
  assert.is((await analyze(messageOf({ message_content: '' }), client)).status, 400)
  const { body: me } = await client.get('/api/auth/me')
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { sms_quota: { per_month: 6 } })
  assert.equal([(await analyze(messageOf(), client)).status, (await analyze(messageOf(), client)).status], [200, 429])
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { sms_quota: null, tier: 'A' })
  assert.is(leftOf(await analyze(messageOf(), client)), 1_000 - 7)
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { tier: 'C' })
  const unlimited = await analyze(messageOf(), client)
  assert.equal([unlimited.status, unlimited.headers.get('ratelimit-policy')?.includes('month')], [200, false])
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { tier: 'B' })
  assert.is(leftOf(await analyze(messageOf(), client)), 100_000 - 9)
})

test('what is free is not refused, whatever is used: a quota may be lowered below it', async () => {
  const client = await clientWith(3)
  const { body: me } = await client.get('/api/auth/me')
  const kept = messageOf()
  const first = await analyze(kept, client)
  await batch([messageOf(), messageOf()], client)
  // Charged when the process died, and not recorded.
  const owed = messageOf()
  const id = analysisStreams.id({ client_id: me.client_id, user_id: null }, owed, 0)
  assert.ok((await chargeQuota(db, { client_id: me.client_id, limit: 4, ids: [id], now: new Date() })).granted)
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { sms_quota: { per_month: 2 } })
  const again = await analyze(kept, client)
  assert.equal([again.status, again.body, leftOf(again)], [200, first.body, 0])
  assert.is((await analyze(messageOf({ platform: 'ios' }), client)).status, 400)
  const { body } = await batch([kept, owed, 7], client)
  assert.equal([body.summary.analyzed, body.summary.failed], [2, 1])
  const over = await batch([kept, messageOf()], client)
  assert.equal([over.status, over.body.details.used, over.body.details.requested], [429, 4, 1])
})

test('a month is the calendar’s, and a charge is of an analysis: not again, and given back when nothing was recorded', async () => {
  const asked = { client_id: `clt_${randomUUID()}`, limit: 2, now: new Date('2026-01-31T23:59:59.999Z') }
  const ids = [`sms_${randomUUID()}`, `sms_${randomUUID()}`]
  assert.equal(await chargeQuota(db, { ...asked, ids }), { granted: true, used: 0, requested: 2 })
  assert.equal(await chargeQuota(db, { ...asked, ids }), { granted: true, used: 2, requested: 0 })
  const other = [`sms_${randomUUID()}`]
  assert.equal(await chargeQuota(db, { ...asked, ids: [...ids, ...other] }), { granted: false, used: 2, requested: 1 })
  const february = { ...asked, now: new Date('2026-02-01T00:00:00Z') }
  assert.equal(await chargeQuota(db, { ...february, ids: other }), { granted: true, used: 0, requested: 1 })
  const used = async ({ client_id, now }: typeof asked) => (await getQuotaUsage(db, { client_id, ids: [], now })).used
  const march = { ...asked, now: new Date('2026-03-01T00:00:00Z') }
  assert.equal([await used(asked), await used(february), await used(march)], [2, 1, 0])
  await Promise.all([settleCharges(service.service, 0), settleCharges(service.service, 0)])
  assert.equal(await chargeQuota(db, { ...asked, ids: [] }), { granted: true, used: 0, requested: 0 })
  assert.equal(await chargeQuota(db, { ...february, ids: [] }), { granted: true, used: 0, requested: 0 })
})

test('a caller that was charged and got no response, because the process crashed, is not charged again', async () => {
  const client = await clientWith(1)
  const { body: me } = await client.get('/api/auth/me')
  const message = messageOf()
  const id = analysisStreams.id({ client_id: me.client_id, user_id: null }, message, 0)
  const asked = { client_id: me.client_id, limit: 1, now: new Date() }
  assert.ok((await chargeQuota(db, { ...asked, ids: [id] })).granted)
  // Its request may be under way still.
  await startMaintenance(service.service).stop()
  assert.is((await chargeQuota(db, { ...asked, ids: [] })).used, 1)
  const { status, body } = await analyze(message, client)
  assert.equal([status, body.analysis_id], [200, id])
  assert.is((await analyze(messageOf(), client)).status, 429)
})

test('what is over the quota is refused before anything is analysed', async () => {
  const client = await clientWith(1)
  const { body: me } = await client.get('/api/auth/me')
  await analyze(messageOf(), client)
  const never = () => Promise.reject(new Error('it was analysed'))
  const messages = [messageOf(), messageOf()].map(message => AnalyseMessageBody.parse(message))
  const counting = { ...service.service, analyse: never }
  const answer = await analyseMessages(counting, contextAt(new Date(), me.client_id), messages)
  assert.is('refused' in answer && answer.refused.code, 'RATE_LIMIT_EXCEEDED')
})

test('what was never recorded is given back after ten minutes', async () => {
  const asked = { client_id: `clt_${randomUUID()}`, limit: 1, now: new Date() }
  const id = `sms_${randomUUID()}`
  await chargeQuota(db, { ...asked, ids: [id] })
  const usedWhenOld = async (seconds: number) => {
    await db.query(sql.unsafe`
      update ops.sms_charges set charged_at = now() - ${seconds} * interval '1 second' where analysis_id = ${id}`)
    await startMaintenance(service.service).stop()
    return (await chargeQuota(db, { ...asked, ids: [] })).used
  }
  assert.equal([await usedWhenOld(590), await usedWhenOld(601)], [1, 0])
})

test('nor is whoever had used the same names the day before', async () => {
  const client = await clientWith(null)
  const { body: me } = await client.get('/api/auth/me')
  const message = messageOf()
  await analysedAt(new Date(Date.now() - DAY_MS - 1_000), message, me.client_id)
  const id = analysisStreams.id({ client_id: me.client_id, user_id: null }, message, 1)
  const { used } = await chargeQuota(db, { client_id: me.client_id, limit: null, ids: [id], now: new Date() })
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, { sms_quota: { per_month: used + 1 } })
  const { status, body } = await analyze(message, client)
  assert.equal([status, body.analysis_id], [200, id])
  assert.is((await analyze(messageOf(), client)).status, 429)
})

test('an analysis that is requested again while its charge is being released stays charged', async () => {
  const client = await clientWith(1)
  const { body: me } = await client.get('/api/auth/me')
  const message = messageOf()
  const id = analysisStreams.id({ client_id: me.client_id, user_id: null }, message, 0)
  await chargeQuota(db, { client_id: me.client_id, limit: 1, ids: [id], now: new Date() })
  const ageMs = 200
  await new Promise(resolve => setTimeout(resolve, ageMs))
  const asked: number[] = []
  const reading = {
    ...store,
    async read(stream: string) {
      const events = await store.read(stream)
      if (stream === analysisStreams.stream(id)) asked.push((await analyze(message, client)).status)
      return events
    },
  }
  await settleCharges({ db, store: reading }, ageMs)
  assert.equal(asked, [200])
  assert.is((await analyze(messageOf(), client)).status, 429)
})

test('charged and given back at the same moments, a month counts the charges that there are', async () => {
  const asked = { client_id: `clt_${randomUUID()}`, limit: null, now: new Date() }
  const names = Array.from({ length: 200 }, () => `sms_${randomUUID()}`)
  const ROUNDS = 20
  const charging = async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      await chargeQuota(db, {
        ...asked,
        ids: names.filter(() => Math.random() < 0.5).toSorted(() => Math.random() - 0.5),
      })
  }
  const unrecorded = { db, store: { ...store, read: async () => [] } }
  const giving = async () => {
    for (let round = 0; round < ROUNDS; round += 1) await settleCharges(unrecorded, 0)
  }
  await Promise.all([charging(), charging(), charging(), giving(), giving()])
  const left = await db.oneFirst(sql.type(z.object({ count: z.coerce.number() }))`
    select count(*) as count from ops.sms_charges where client_id = ${asked.client_id}`)
  assert.is((await chargeQuota(db, { ...asked, ids: [] })).used, left)
})

test('what was recorded stays charged when charges are settled', async () => {
  const client = await clientWith(3)
  await batch([messageOf(), messageOf()], client)
  await settleCharges(service.service, 0)
  assert.is(leftOf(await analyze(messageOf(), client)), 0)
})

test('a phishing message with a malicious address is told to endpoints: its domain, and nothing else of it', async () => {
  const { body } = await analyze(messageOf({ user_id: 'told user' }))
  const mine = () => receiver.deliveries.find(({ body: text }) => text.includes(body.analysis_id))
  const delivered = await until(
    async () => mine(),
    found => found !== undefined,
  )
  assert.ok(delivered?.verified)
  const { type, data } = JSON.parse(delivered!.body)
  assert.equal(
    [type, data],
    [
      'url.malicious_detected',
      {
        ...{ object: 'malicious_url', id: body.analysis_id, user_id: 'told user', detected_at: body.analyzed_at },
        ...{ severity: 'critical', source: 'sms', domain: DOMAIN, domains: [DOMAIN] },
      },
    ],
  )
  const friendly = await analyze(messageOf({ message_content: FRIENDLY, extracted_urls: [] }))
  const last = await analyze(messageOf())
  await until(
    async () => receiver.deliveries,
    all => all.some(({ body: text }) => text.includes(last.body.analysis_id)),
  )
  const all = receiver.deliveries.map(({ body: text }) => text).join('')
  assert.not.ok(all.includes(friendly.body.analysis_id))
  for (const secret of ['zx81', 'wombat', SENDER]) assert.not.ok(all.includes(secret), secret)
})

test('an erased person: every day’s message is gone, what was found stays, and new ones are refused meanwhile', async () => {
  const user_id = 'erased person'
  const days = [new Date(Date.now() - 3 * DAY_MS), new Date(Date.now() - 10 * DAY_MS)]
  const ids = await Promise.all(days.map((at, n) => analysedAt(at, messageOf({ user_id, device_id: `erased_${n}` }))))
  const last = messageOf({ user_id, device_id: 'erased_last' })
  ids.push((await analyze(last)).body.analysis_id)
  const kept = (await analyze(messageOf({ user_id: 'somebody', device_id: 'kept' }))).body.analysis_id
  const { body: exported } = await until(
    () => admin.get(`/admin/subjects/${encodeURIComponent(user_id)}/export`),
    answer => JSON.stringify(answer.body).split('smsanalysis').length > ids.length,
  )
  assert.ok(JSON.stringify(exported).includes('wombat'))
  const before = (await read(ids[0]!)).body
  assert.is((await erase(admin, user_id)).status, 202)
  await subjectReaches(admin, user_id, 'shredded')
  for (const id of ids) {
    const { status, body } = await read(id)
    assert.equal([status, body.message, body.user_id, body.device_id], [200, null, '[erased]', '[erased]'])
    assert.equal([body.risk_score, body.threat_indicators.length], [before.risk_score, before.threat_indicators.length])
    for (const { evidence, description } of body.threat_indicators)
      assert.equal([evidence, description !== ''], [null, true])
    assert.is(body.url_analysis.urls, null)
    const [first] = await store.read(analysisStreams.stream(id))
    assert.is(await service.service.vault.open((first!.data as { sealed: string }).sealed, `${id}|content`), null)
    const { body: events } = await admin.get(`/events?object=${id}`)
    const told = events.data.map(({ data }: { data: Record<string, unknown> }) => [
      data.user_id,
      data.domain,
      data.domains,
    ])
    assert.equal(told, [['[erased]', '[erased]', []]])
  }
  assert.is((await read(kept)).body.message.message_content, PHISHING)
  const { body: listed } = await admin.get(`/sms/analyses?user_id=${encodeURIComponent('[erased]')}`)
  assert.is(listed.data.length, ids.length)
  for (const { device_id, message_id } of listed.data) assert.equal([device_id, message_id], ['[erased]', '[erased]'])
  // Whoever comes anew is somebody new.
  const again = await analyze(last)
  assert.equal([again.status, again.headers.get('idempotent-replayed')], [200, null])
  assert.is((await erase(admin, 'kept under a duty', 'aml_retention')).status, 404)
  await analyze(messageOf({ user_id: 'kept under a duty' }))
  await until(
    () => erase(admin, 'kept under a duty', 'aml_retention'),
    ({ status }) => status === 202,
  )
  const refused = await analyze(messageOf({ user_id: 'kept under a duty' }))
  assert.equal([refused.status, refused.body.details.field], [400, 'user_id'])
})

test('nothing is recorded of what a restricted person’s message was by who may not read it', async () => {
  const user_id = 'restricted person'
  const message = messageOf({ user_id })
  const { body } = await analyze(message)
  await until(
    () => erase(admin, user_id, 'aml_retention'),
    ({ status }) => status === 202,
  )
  const email = 'operator@quokka.example'
  await admin.post('/admin/users', { email, role: 'operator', password: ADMIN.password })
  const operator = await logIn(service.url, email, ADMIN.password)
  assert.is((await read(body.analysis_id, operator)).status, 403)
  const said = await operator.post(`/sms/analyses/${body.analysis_id}/feedback`, { verdict: 'legitimate' })
  assert.equal([said.status, said.body.error_code], [403, 'AUTH_003'])
  // Nor is it told to whoever sends the same message again, and does not say whose it is.
  for (const message_content of [PHISHING, FRIENDLY]) {
    const again = await analyze({ ...message, message_content, user_id: undefined }, operator)
    assert.equal(
      [again.status, again.body.error_code, again.body.details.field],
      [400, 'INVALID_REQUEST', 'message_id'],
    )
  }
  assert.is((await store.read(analysisStreams.stream(body.analysis_id))).length, 1)
  const { body: listed } = await until(
    () => admin.get(`/sms/analyses?message_id=${body.message_id}`),
    answer => answer.body.data.length === 0,
  )
  assert.equal(listed.data, [])
})

test('what the store does not take is told message by message, and only where nothing was recorded of the whole', async () => {
  const messages = [messageOf(), messageOf(), messageOf()].map(message => AnalyseMessageBody.parse(message))
  const { execute } = service.service
  const [lost] = messages.map(message => analysisStreams.id({ client_id, user_id: null }, message as never, 0))
  const failing = (isLost: (id: string) => boolean) => ({
    ...service.service,
    analyse,
    execute: {
      ...execute,
      run: (async (family, id, ...rest) => {
        if (isLost(id)) throw new Rejection('SERVICE_UNAVAILABLE')
        return execute.run(family, id, ...rest)
      }) as typeof execute.run,
    },
  })
  const told = await analyseMessages(
    failing(id => id === lost),
    contextAt(new Date()),
    messages,
  )
  const codes = 'outcomes' in told ? told.outcomes.map(one => (one instanceof Rejection ? one.code : 'recorded')) : []
  assert.equal(codes, ['SERVICE_UNAVAILABLE', 'recorded', 'recorded'])
  const others = [messageOf(), messageOf()].map(message => AnalyseMessageBody.parse(message))
  const whole = await analyseMessages(
    failing(() => true),
    contextAt(new Date()),
    others,
  ).catch(error => error)
  assert.ok(whole instanceof Rejection)
  assert.is(whole.code, 'SERVICE_UNAVAILABLE')
})

test('while there is no list, every id may have been used', async () => {
  let asked = 0
  const one: typeof db.one = (async query => {
    asked += 1
    return db.one(asked === 1 ? sql.unsafe`select 1 from read.sms_analyses_to_come` : query)
  }) as typeof db.one
  const standing = await getQuotaUsage({ ...db, one }, { client_id, ids: ['sms_1'], now: new Date() })
  assert.ok(standing.isKnown('sms_1'))
  assert.ok(standing.used > 0)
})

test('a day is over when two clocks say so', async () => {
  const id = await analysedAt(new Date(Date.now() - 20 * DAY_MS), messageOf({ device_id: 'clocks' }))
  const text = async () => (await read(id)).body.message?.message_content
  const ahead = new Date(Date.now() + 20 * DAY_MS)
  await startMaintenance({ ...service.service, now: () => ahead }).stop()
  assert.is(await text(), PHISHING)
  const machine = Date.now
  Date.now = () => machine() + 20 * DAY_MS
  try {
    await startMaintenance({ ...service.service, now: () => new Date(machine()) }).stop()
  } finally {
    Date.now = machine
  }
  assert.is(await text(), PHISHING)
  const sooner = { ...service.service.config, SMS_RETENTION_DAYS: 19 }
  await startMaintenance({ ...service.service, config: sooner }).stop()
  assert.is(await text(), undefined)
})

test('after their days messages are forgotten, and nothing younger is', async () => {
  const dayStart = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  const over = await analysedAt(new Date(dayStart - 30 * DAY_MS - 1), messageOf({ device_id: 'old' }))
  const within = await analysedAt(new Date(dayStart - 30 * DAY_MS), messageOf({ device_id: 'old' }))
  const today = (await analyze(messageOf({ device_id: 'old' }))).body.analysis_id
  const keys = () =>
    db.oneFirst(sql.type(z.object({ count: z.coerce.number() }))`
    select count(*) as count from vault.data_keys where subject not like 'sms:%'`)
  const others = await keys()
  await startMaintenance(service.service).stop()
  // Another process has the key in memory for half a minute; this one forgets it.
  assert.equal([(await read(over)).body.message, (await read(over)).body.risk_level], [null, 'critical'])
  for (const id of [within, today]) assert.is((await read(id)).body.message?.message_content, PHISHING)
  assert.is(await keys(), others)
})

test('a rebuild of the list gives the same rows', () => areAsRebuilt(service, ['sms_analyses']))

test('neither a message, nor its sender or addresses, is in any log line, event or row', async () => {
  // Long enough that what is sealed does not hold them by chance.
  const SECRETS = ['wombat', 'zx81-spectrum', DOMAIN, SENDER, 'blue umbrella']
  const logged = lines.join('')
  assert.ok(logged.includes('/sms/analyze'))
  for (const secret of SECRETS) assert.not.ok(logged.includes(secret), secret)
  const metrics = await service.service.metrics.metrics()
  for (const secret of SECRETS) assert.not.ok(metrics.includes(secret), secret)
  await service.stop()
  let bytes = 0
  let known = 0
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = readFileSync(join(file.parentPath, file.name))
    bytes += content.length
    if (content.includes('told user')) known += 1
    for (const secret of SECRETS) assert.not.ok(content.includes(secret), `${secret} in ${file.name}`)
  }
  // The search itself finds what is there.
  assert.ok(bytes > 1_000_000 && known > 0)
})

test.run()
