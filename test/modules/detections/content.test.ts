import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { DETECTION_DATA } from '#commands/detections/detection-data.ts'
import { type DetectionKind, detectionStreams } from '#domain/detections/events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { createExecute, type Execute } from '#event-sourcing/execute.ts'
import { detectionKinds } from '#modules/detections/inbound.ts'
import { startMaintenance } from '#modules/detections/maintenance.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'

const test = suite('content of detections')
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({}, { log, modules: settlingSoon() })
const { admin } = service
const { db, store, vault } = service.service
const dataDir = service.environment.DATA_DIR!
const { client_id } = (await admin.get('/api/auth/me')).body
const receiver = await startReceiver(await developmentCaOf(dataDir))
const EVENTS = ['darkweb.*', 'phishing.*', 'url.*', 'spam.*']
const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: EVENTS })
receiver.useSecret(webhook.secret)
test.after(async () => {
  await receiver.close()
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const DAY_MS = 86_400_000
/** Long enough that what is sealed does not contain them by chance. */
const SECRETS = ['wombat@leaked.example', 'quokka paste', 'cassowary', 'numbat@sender.example', 'echidna subject']
const [EMAIL, SOURCE, EXPOSED, SENDER, SUBJECT] = SECRETS as [string, string, string, string, string]
const URL_PATH = 'zx81-spectrum-path'
const CALLER = '+34655512399'
const DATA: Record<DetectionKind, object> = {
  'darkweb.leak_detected': { email: EMAIL, source: SOURCE, exposed: [EXPOSED] },
  'phishing.email_detected': { sender: SENDER, subject: SUBJECT, email: EMAIL },
  'url.malicious_detected': { url: `https://login.bandicoot-bank.com/${URL_PATH}`, source: SOURCE },
  'spam.call_blocked': { caller: CALLER },
}
const KINDS = Object.keys(DATA) as DetectionKind[]

const contextAt = (now: Date) => ({
  ...{ actor: { sub: 'bus', client_id, role: 'bus' }, request_id: 'req', command_id: randomUUID() },
  ...{ correlation_id: 'req', causation_id: null, now },
})
type Taken = { id?: string; now?: Date; time?: string; execute?: Execute }
/** As the bus hands a message over. */
async function take(
  kind: DetectionKind,
  data: object = DATA[kind],
  { id, now = new Date(), time, execute = service.service.execute }: Taken = {},
) {
  const message = { id: id ?? randomUUID(), time: time ?? now.toISOString(), data: DETECTION_DATA[kind].parse(data) }
  const inbound = detectionKinds.find(one => one.kind === kind)!
  const recording = await inbound.take({ ...service.service, execute }, contextAt(now), message)
  const stream = detectionStreams.id(client_id, kind, message.id)
  return { recording, id: message.id, stream, detection_id: detectionStreams.detectionId(stream) }
}
const read = (detection_id: string, by: Client = admin) => by.get(`/detections/${detection_id}`)
const contentOf = async (detection_id: string) => (await read(detection_id)).body.content
const eventOf = async (stream: string) => {
  const [first] = (await store.read(detectionStreams.stream(stream))).map(detectionStreams.parse)
  return first!
}

test('a message of the bus is recorded by the command of the route, once', async () => {
  for (const kind of KINDS) {
    const time = '2026-01-01T12:00:00.000Z'
    const { recording, id, stream, detection_id } = await take(kind, { ...DATA[kind], user_id: 'bus user' }, { time })
    assert.is(recording, 'recorded')
    const { body } = await read(detection_id)
    assert.equal([body.kind, body.id, body.user_id, body.detected_at], [kind, id, 'bus user', time])
    // Its time is not content, and neither is who hands it over.
    const again = await take(kind, { ...DATA[kind], user_id: 'bus user' }, { id })
    assert.is(again.recording, 'duplicate')
    assert.equal((await eventOf(stream)).metadata.actor.role, 'bus')
    const other = await take(kind, { ...DATA[kind], user_id: 'another' }, { id }).catch(error => error)
    assert.equal([other.code, other.details.field], ['CONFLICT', 'data'])
  }
  const over = { id: randomUUID(), ...DATA['phishing.email_detected'] }
  await admin.post('/detections/email', over)
  assert.is((await take('phishing.email_detected', undefined, { id: over.id })).recording, 'duplicate')
})

test('two deliveries of a message at once are one detection', async () => {
  const id = randomUUID()
  const taken = await Promise.all(Array.from({ length: 5 }, () => take('url.malicious_detected', undefined, { id })))
  assert.equal(taken.map(({ recording }) => recording).sort(), [...Array(4).fill('duplicate'), 'recorded'])
})

test('each kind is published with its fields, signed, and of a URL only the domain', async () => {
  const published = {
    'darkweb.leak_detected': { object: 'darkweb_leak', source: SOURCE },
    'phishing.email_detected': { object: 'phishing_email', sender: SENDER },
    'url.malicious_detected': { object: 'malicious_url', source: SOURCE, domain: 'bandicoot-bank.com' },
    'spam.call_blocked': { object: 'spam_call', caller: CALLER },
  }
  for (const kind of KINDS) {
    const data = { ...DATA[kind], user_id: 'known user', detected_at: '2026-01-01T12:00:00Z', severity: 'high' }
    const { detection_id } = await take(kind, data)
    const delivery = await until(
      async () => receiver.deliveries.find(({ body }) => body.includes(detection_id)),
      found => found !== undefined,
    )
    assert.ok(delivery?.verified)
    const event = JSON.parse(delivery!.body)
    assert.equal(
      [event.type, event.data],
      [
        kind,
        {
          ...{ id: detection_id, user_id: 'known user', detected_at: '2026-01-01T12:00:00.000Z', severity: 'high' },
          ...published[kind],
        },
      ],
    )
    const { body: listed } = await admin.get(`/events?object=${detection_id}`)
    assert.equal(
      listed.data.map(({ id, data }: { id: string; data: object }) => [id, data]),
      [[event.id, event.data]],
    )
  }
  const all = receiver.deliveries.map(({ body }) => body).join('')
  for (const secret of [URL_PATH, EMAIL, SUBJECT, EXPOSED]) assert.not.ok(all.includes(secret), secret)
})

test('the audit has the record and its history without the content', async () => {
  const { detection_id, id } = await take('darkweb.leak_detected', {
    ...DATA['darkweb.leak_detected'],
    severity: 'low',
  })
  const { status, body, text } = await until(
    () => admin.get(`/audit/detections/${detection_id}`),
    answer => answer.status === 200,
  )
  assert.is(status, 200)
  assert.equal(
    [body.state.detection_id, body.state.kind, body.state.id, body.state.severity],
    [detection_id, 'darkweb.leak_detected', id, 'low'],
  )
  assert.is(body.history.length, 1)
  for (const secret of [...SECRETS, 'digest', 'sealed']) assert.not.ok(text.includes(secret), secret)
})

test('a restricted person’s detections are hidden, new ones refused, and a repeat changes nothing', async () => {
  const user_id = 'restricted person'
  const data = { ...DATA['phishing.email_detected'], user_id }
  const first = await take('phishing.email_detected', data)
  await until(
    () => erase(admin, user_id, 'aml_retention'),
    ({ status }) => status === 202,
  )
  const email = 'operator@quokka.example'
  await admin.post('/admin/users', { email, role: 'operator', password: ADMIN.password })
  const operator = await logIn(service.url, email, ADMIN.password)
  const hidden = await read(first.detection_id, operator)
  assert.equal([hidden.status, hidden.body.error_code], [403, 'AUTH_003'])
  const { body: listed } = await until(
    () => operator.get(`/detections?user_id=${encodeURIComponent(user_id)}`),
    answer => answer.body.data.length === 0,
  )
  assert.equal(listed.data, [])
  for (const body of [
    { id: randomUUID(), ...data },
    [
      { id: randomUUID(), ...data },
      { id: randomUUID(), ...data },
    ],
  ]) {
    const { status, body: refusal } = await operator.post('/detections/email', body)
    const field = Array.isArray(body) ? '0.user_id' : 'user_id'
    assert.equal([status, refusal.error_code, refusal.details.field], [400, 'INVALID_REQUEST', field])
    assert.match(refusal.details.reason, /restricted/)
  }
  // The second process has not read the stream yet.
  for (const execute of [service.service.execute, createExecute(store)])
    assert.is((await take('phishing.email_detected', data, { id: first.id, execute })).recording, 'duplicate')
  // Known by the address alone.
  const address = `${randomUUID()}@bank.example`
  const { body: user } = await admin.post('/admin/users', {
    email: address,
    role: 'consumer',
    password: ADMIN.password,
  })
  await until(
    () => erase(admin, user.user_id, 'aml_retention'),
    ({ status }) => status === 202,
  )
  const leak = { id: randomUUID(), ...DATA['darkweb.leak_detected'], email: address }
  const { body: refused } = await operator.post('/detections/darkweb', leak)
  assert.equal([refused.error_code, refused.details.field], ['INVALID_REQUEST', 'email'])
})

test('an erased person’s detections stay without content and ids, a repeat is a duplicate, new ones are of a new person', async () => {
  const user_id = 'erased person'
  const days = [0, 3, 10].map(days => new Date(Date.now() - days * DAY_MS))
  const kept = await take('url.malicious_detected', { ...DATA['url.malicious_detected'], user_id: 'one' })
  const ofNoUser = await take('url.malicious_detected')
  const taken = await Promise.all(
    days.map(now => take('darkweb.leak_detected', { ...DATA['darkweb.leak_detected'], user_id }, { now })),
  )
  const { text: exported } = await until(
    () => admin.get(`/admin/subjects/${encodeURIComponent(user_id)}/export`),
    answer => answer.text.split('DetectionRecorded').length > taken.length,
  )
  assert.ok(exported.includes(EMAIL))
  assert.is((await erase(admin, user_id)).status, 202)
  await subjectReaches(admin, user_id, 'shredded')
  for (const { detection_id, stream } of taken) {
    const { status, body } = await read(detection_id)
    assert.equal([status, body.content, body.user_id, body.id], [200, null, '[erased]', '[erased]'])
    assert.is(await vault.open((await eventOf(stream)).data.sealed, `${stream}|content`), null)
    const { body: events } = await admin.get(`/events?object=${detection_id}`)
    const shown = events.data.map(({ data }: { data: Record<string, unknown> }) => [data.user_id, data.source])
    assert.equal(shown, [['[erased]', '[erased]']])
    const { body: audit, text } = await admin.get(`/audit/detections/${detection_id}`)
    assert.is(audit.state.user_id, '[erased]')
    for (const gone of [user_id, ...taken.map(({ id }) => id)]) assert.not.ok(text.includes(gone), gone)
  }
  for (const { detection_id } of [kept, ofNoUser])
    assert.ok((await contentOf(detection_id)).url.includes(URL_PATH), 'of others')
  const { body: listed } = await admin.get(`/detections?user_id=${encodeURIComponent('[erased]')}`)
  assert.equal(
    listed.data.map(({ id }: { id: string }) => id),
    taken.map(() => '[erased]'),
  )
  // A new key of the same person and day does not open or compare what was erased.
  const after = await take('darkweb.leak_detected', { ...DATA['darkweb.leak_detected'], user_id })
  assert.is(after.recording, 'recorded')
  assert.is((await contentOf(after.detection_id)).email, EMAIL)
  for (const { id } of taken)
    for (const source of [SOURCE, 'elsewhere']) {
      const again = await take('darkweb.leak_detected', { ...DATA['darkweb.leak_detected'], user_id, source }, { id })
      assert.is(again.recording, 'duplicate')
    }
})

test('contents are forgotten after their days and no sooner, and then the same id is a duplicate whatever it holds', async () => {
  const dayStart = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  const of = (user_id: string | undefined) => ({ ...DATA['spam.call_blocked'], user_id })
  const at = (ms: number, user_id?: string) => take('spam.call_blocked', of(user_id), { now: new Date(ms) })
  const over = [await at(dayStart - 90 * DAY_MS - 1, 'old'), await at(dayStart - 90 * DAY_MS - 1)]
  const within = [
    await at(dayStart - 90 * DAY_MS, 'old'),
    await at(dayStart - 90 * DAY_MS),
    await at(Date.now(), 'old'),
  ]
  const count = z.object({ count: z.coerce.number() })
  const others = () =>
    db.oneFirst(sql.type(count)`select count(*) as count from vault.data_keys where subject not like 'detection:%'`)
  const before = await others()
  // The earlier of two clocks counts.
  const ahead = () => new Date(Date.now() + 200 * DAY_MS)
  await startMaintenance({ ...service.service, now: ahead } as never).stop()
  await startMaintenance(service.service as never).stop()
  for (const { detection_id, id } of over) {
    const { body } = await read(detection_id)
    assert.equal([body.content, body.id, body.kind], [null, id, 'spam.call_blocked'])
    assert.is((await take('spam.call_blocked', { caller: '+34600000999' }, { id })).recording, 'duplicate')
  }
  for (const { detection_id, id } of within) {
    assert.is((await contentOf(detection_id)).caller, CALLER)
    const other = await take('spam.call_blocked', { caller: '+34600000999' }, { id }).catch(({ code }) => code)
    assert.is(other, 'CONFLICT')
  }
  assert.is(await others(), before)
})

test('a rebuild of the list gives the same rows', () => areAsRebuilt(service, ['detections']))

test('no content is in plaintext in any log line, metric, event or row', async () => {
  const secrets = [...SECRETS, URL_PATH, CALLER]
  const logged = lines.join('')
  assert.ok(logged.includes('/detections/email'))
  const metrics = await service.service.metrics.metrics()
  for (const secret of secrets) assert.not.ok(logged.includes(secret) || metrics.includes(secret), secret)
  await receiver.close()
  await service.stop()
  let [bytes, known] = [0, 0]
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = readFileSync(join(file.parentPath, file.name))
    bytes += content.length
    if (content.includes('known user')) known += 1
    for (const secret of secrets) assert.not.ok(content.includes(secret), `${secret} in ${file.name}`)
  }
  // The search itself finds what is there.
  assert.ok(bytes > 1_000_000 && known > 0)
})

test.run()
