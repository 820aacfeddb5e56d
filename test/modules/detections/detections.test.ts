import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { detectionStreams } from '#domain/detections/events.ts'
import { type Client, client, logIn } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('detections over HTTP')
const service = await startTestService()
test.after(service.end)
const { admin } = service
const { store } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

const unique = (name: string) => `${name}_${randomUUID()}`
const SAMPLES = {
  darkweb: { email: 'ada@leaked.example', source: 'paste site', exposed: ['password'] },
  email: { sender: 'support@bank-login.example', subject: 'Your account is locked' },
  url: { url: 'https://www.bank-login.com/unlock?account=ada', source: 'browser' },
  'spam-call': { caller: '+34600000000' },
}
const KINDS = {
  darkweb: 'darkweb.leak_detected',
  email: 'phishing.email_detected',
  url: 'url.malicious_detected',
  'spam-call': 'spam.call_blocked',
} as const
type Path = keyof typeof SAMPLES
const PATHS = Object.keys(SAMPLES) as Path[]
const report = (path: Path, body: unknown, by: Client = admin) => by.post(`/detections/${path}`, body)
const sampleOf = (path: Path, more: object = {}): { id: string } => ({ id: unique('m'), ...SAMPLES[path], ...more })
const idOf = (path: Path, id: string, of = client_id) => detectionStreams.id(of, KINDS[path], id)
const read = (path: Path, id: string, by: Client = admin) =>
  by.get(`/detections/${detectionStreams.detectionId(idOf(path, id))}`)
const eventsOf = (path: Path, id: string) => store.read(detectionStreams.stream(idOf(path, id)))
const refusal = ({ status, body }: Awaited<ReturnType<Client['post']>>) => [
  status,
  body.error_code,
  body.details.field,
  body.details.reason,
]

test('each kind is recorded and read back with its content', async () => {
  for (const path of PATHS) {
    const user_id = unique('user')
    const sample = sampleOf(path, { user_id, detected_at: '2026-01-01T13:00:00+01:00', severity: 'high' })
    const { status, body } = await report(path, sample)
    assert.equal([status, body], [201, { recorded: 1, duplicates: 0 }], path)
    const { body: record } = await read(path, sample.id)
    const { recorded_at, content, ...rest } = record
    assert.equal(rest, {
      ...{ detection_id: `det_${idOf(path, sample.id)}`, kind: KINDS[path], id: sample.id, user_id },
      ...{ severity: 'high', detected_at: '2026-01-01T12:00:00.000Z' },
    })
    assert.ok(Date.now() - Date.parse(recorded_at) < 60_000)
    const added = { darkweb: {}, email: { email: null }, url: { domain: 'bank-login.com' }, 'spam-call': {} }
    assert.equal(content, { ...SAMPLES[path], ...added[path] })
  }
})

test('what is not reported is null, and the time is that of the request', async () => {
  const sample = sampleOf('spam-call')
  await report('spam-call', sample)
  const { body } = await read('spam-call', sample.id)
  assert.equal([body.user_id, body.severity, body.detected_at], [null, null, body.recorded_at])
})

test('the same again changes nothing, and other content is a conflict', async () => {
  for (const path of PATHS) {
    const timeless = sampleOf(path, { user_id: unique('user'), severity: 'low' })
    const sample = { ...timeless, detected_at: '2026-01-01T12:00:00Z' }
    await report(path, sample)
    const repeats = [sample, { ...sample, detected_at: '2026-01-01T13:00:00+01:00' }, { ...sample, unknown: 'field' }]
    for (const repeat of [...repeats, timeless])
      assert.equal((await report(path, repeat)).body, { recorded: 0, duplicates: 1 }, path)
    const other = 'is recorded with other content'
    for (const more of [{ user_id: unique('user') }, { severity: 'high' }, { severity: null }])
      assert.equal(refusal(await report(path, { ...sample, ...more })), [409, 'CONFLICT', 'id', other], path)
    const late = await report(path, { ...sample, detected_at: '2026-01-02T12:00:00Z' })
    const reason = 'differs from the one recorded with this id'
    assert.equal(refusal(late), [409, 'CONFLICT', 'detected_at', reason])
    assert.is((await eventsOf(path, sample.id)).length, 1)
  }
  const call = sampleOf('spam-call')
  await report('spam-call', call)
  assert.is((await report('spam-call', { ...call, caller: '+34600000001' })).status, 409)
  // A time that the first did not report contradicts nothing.
  const timed = await report('spam-call', { ...call, detected_at: '2026-01-01T12:00:00Z' })
  assert.equal(timed.body, { recorded: 0, duplicates: 1 })
})

test('an id belongs to its kind', async () => {
  const id = unique('m')
  for (const path of PATHS) assert.is((await report(path, { ...sampleOf(path), id })).body.recorded, 1)
})

test('of ten equal requests at once one records, of ten different ones one does', async () => {
  const same = sampleOf('url', { user_id: unique('user') })
  const answers = await Promise.all(Array.from({ length: 10 }, () => report('url', same)))
  assert.is(answers.filter(({ body }) => body.recorded === 1).length, 1)
  assert.is(answers.filter(({ body }) => body.duplicates === 1).length, 9)
  const id = unique('m')
  const different = await Promise.all(
    Array.from({ length: 10 }, (_, n) => report('spam-call', { id, caller: `+3460000000${n}` })),
  )
  assert.equal(different.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
  assert.is((await eventsOf('spam-call', id)).length, 1)
})

test('up to 100 are recorded together, and one bad one among them prevents all', async () => {
  const many = Array.from({ length: 100 }, () => sampleOf('darkweb'))
  assert.equal((await report('darkweb', many)).body, { recorded: 100, duplicates: 0 })
  const repeated = [...many.slice(0, 3), sampleOf('darkweb')]
  assert.equal((await report('darkweb', [...repeated, repeated[3]])).body, { recorded: 1, duplicates: 4 })
  const fresh = sampleOf('darkweb')
  const bad = [
    [{ ...many[0]!, source: 'elsewhere' }, [409, 'CONFLICT', '1.id', 'is recorded with other content']],
    [{ ...fresh, source: 'elsewhere' }, [409, 'CONFLICT', '1.id', 'is in the request twice, with different content']],
    [
      { ...sampleOf('darkweb'), email: 'none' },
      [400, 'DARKWEB_001', '1.email', 'must be an e-mail address such as ada@bank.example'],
    ],
  ] as const
  for (const [one, expected] of bad) {
    assert.equal(refusal(await report('darkweb', [fresh, one])), expected)
    assert.equal(await eventsOf('darkweb', fresh.id), [])
  }
  assert.equal(refusal(await report('darkweb', [])), [400, 'DARKWEB_001', 'body', 'must not be empty'])
  const tooMany = Array.from({ length: 101 }, () => sampleOf('url'))
  assert.equal(refusal(await report('url', tooMany)), [400, 'URL_002', 'body', 'must have at most 100 items'])
  assert.is((await report('email', Array(101).fill(sampleOf('email')))).body.error_code, 'EMAIL_001')
})

test('every refusal has its code, the field and the reason', async () => {
  const text = (length: number) => 'a'.repeat(length)
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  const cases: [Path, object, string, string, RegExp][] = [
    ['darkweb', { email: 'none' }, 'DARKWEB_001', 'email', /e-mail/],
    ['darkweb', { email: undefined }, 'DARKWEB_001', 'email', /is required/],
    ['darkweb', { source: '' }, 'DARKWEB_001', 'source', /empty/],
    ['darkweb', { source: text(65) }, 'DARKWEB_001', 'source', /at most 64/],
    ['darkweb', { exposed: 'password' }, 'DARKWEB_001', 'exposed', /an array/],
    ['darkweb', { exposed: Array(101).fill('a') }, 'DARKWEB_001', 'exposed', /at most 100/],
    ['darkweb', { exposed: [text(65)] }, 'DARKWEB_001', 'exposed.0', /at most 64/],
    ['darkweb', { severity: 'awful' }, 'DARKWEB_001', 'severity', /low/],
    ['darkweb', { id: undefined }, 'DARKWEB_001', 'id', /is required/],
    ['darkweb', { id: text(129) }, 'DARKWEB_001', 'id', /at most 128/],
    ['darkweb', { detected_at: ahead }, 'DARKWEB_001', 'detected_at', /5 minutes in the future/],
    ['email', { sender: undefined }, 'EMAIL_002', 'sender', /is required/],
    ['email', { sender: 7 }, 'EMAIL_001', 'sender', /a string/],
    ['email', { subject: text(999) }, 'EMAIL_001', 'subject', /at most 998/],
    ['email', { subject: 'line\nbreak' }, 'EMAIL_001', 'subject', /control/],
    ['email', { email: 'none' }, 'EMAIL_001', 'email', /e-mail/],
    ['email', { detected_at: 'yesterday' }, 'EMAIL_001', 'detected_at', /a date-time/],
    ['url', { url: 'bank-login.example/unlock' }, 'URL_001', 'url', /absolute/],
    ['url', { url: 'https://' }, 'URL_001', 'url', /absolute/],
    ['url', { source: 'sms' }, 'URL_001', 'source', /sms/],
    ['url', { source: 'SMS' }, 'URL_001', 'source', /sms/],
    ['url', { source: 'ｓｍｓ' }, 'URL_001', 'source', /sms/],
    ['url', { source: ' s\u200bm\u2060s\ufe0f ' }, 'URL_001', 'source', /sms/],
    ['url', { user_id: 'a\u0000' }, 'URL_001', 'user_id', /control/],
    ['spam-call', { caller: '34600000000' }, 'INVALID_REQUEST', 'caller', /digits/],
    ['spam-call', { caller: '+123456' }, 'INVALID_REQUEST', 'caller', /digits/],
    ['spam-call', { caller: '+1234567890123456' }, 'INVALID_REQUEST', 'caller', /digits/],
  ]
  for (const [path, more, code, field, reason] of cases) {
    const sample = sampleOf(path, more)
    const { status, body } = await report(path, sample)
    assert.equal([status, body.error_code, body.details.field], [400, code, field], JSON.stringify(more))
    assert.match(body.details.reason, reason)
    if (typeof sample.id === 'string') assert.equal(await eventsOf(path, sample.id), [])
  }
  for (const [path, code] of [
    ['darkweb', 'DARKWEB_001'],
    ['email', 'EMAIL_001'],
    ['url', 'URL_001'],
    ['spam-call', 'INVALID_REQUEST'],
  ] as const)
    assert.equal(refusal(await report(path, 'a text')).slice(0, 3), [400, code, 'body'])
})

test('too many requests have the code of their kind', async () => {
  const { body: made } = await admin.post('/admin/clients', {
    ...{ name: 'A small bank', agreed_limit: { per_minute: 3, per_day: null } },
  })
  const email = `${randomUUID()}@bank.example`
  await admin.post('/admin/users', { client_id: made.client_id, email, role: 'integrator', password: ADMIN.password })
  const limited = await logIn(service.url, email, ADMIN.password)
  for (const [path, code] of [
    ['darkweb', 'DARKWEB_004'],
    ['email', 'EMAIL_006'],
    ['url', 'URL_004'],
    ['spam-call', 'RATE_LIMIT_EXCEEDED'],
  ] as const) {
    let answer = await report(path, sampleOf(path), limited)
    for (let n = 0; n < 4 && answer.status === 201; n += 1) answer = await report(path, sampleOf(path), limited)
    assert.equal([answer.status, answer.body.error_code], [429, code])
  }
})

test('another client sees nothing, and its ids are its own', async () => {
  const other = await service.newClient()
  const { client_id: theirs } = (await other.get('/api/auth/me')).body
  const sample = sampleOf('email', { user_id: unique('user') })
  await report('email', sample)
  assert.is((await read('email', sample.id, other)).body.error_code, 'NOT_FOUND')
  assert.equal((await other.get('/detections')).body.data, [])
  assert.is((await report('email', { ...sample, sender: 'others@bank.example' }, other)).body.recorded, 1)
  assert.equal((await read('email', sample.id)).body.content.sender, SAMPLES.email.sender)
  const { body } = await other.get('/detections')
  const ids = body.data.map(({ detection_id }: { detection_id: string }) => detection_id)
  assert.equal(ids, [`det_${idOf('email', sample.id, theirs)}`])
  assert.is((await admin.get('/detections/det_1')).status, 404)
  assert.is((await admin.get(`/detections/det_${randomUUID()}`)).status, 404)
})

test('the roles of the issue may, and no other', async () => {
  const asRole = async (role: string) => {
    const email = `${randomUUID()}@bank.example`
    await admin.post('/admin/users', { email, role, password: ADMIN.password })
    return logIn(service.url, email, ADMIN.password)
  }
  for (const [role, writes, reads] of [
    ['consumer', 403, 403],
    ['integrator', 201, 200],
    ['operator', 201, 200],
    ['auditor', 403, 200],
    ['admin', 201, 200],
  ] as const) {
    const caller = await asRole(role)
    const { status: wrote } = await report('darkweb', sampleOf('darkweb'), caller)
    assert.equal([wrote, (await caller.get('/detections')).status], [writes, reads], role)
  }
  assert.is((await report('url', sampleOf('url'), client(service.url))).status, 401)
})

test('with an address alone the user is who logs in with it to this client', async () => {
  const email = `${randomUUID()}@bank.example`
  const { body: user } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  const userOf = async (more: object, by: Client = admin) => {
    const sample = sampleOf('darkweb', more)
    await report('darkweb', sample, by)
    const { client_id: of } = (await by.get('/api/auth/me')).body
    return (await by.get(`/detections/det_${idOf('darkweb', sample.id, of)}`)).body.user_id
  }
  assert.is(await userOf({ email: email.toUpperCase() }), user.user_id)
  assert.is(await userOf({ email, user_id: 'user_1' }), 'user_1')
  assert.is(await userOf({ email: `${randomUUID()}@bank.example` }), null)
  assert.is(await userOf({ email }, await service.newClient()), null)
  const mail = sampleOf('email', { email })
  await report('email', mail)
  assert.is((await read('email', mail.id)).body.user_id, user.user_id)
})

test('the list has filters and pages', async () => {
  const by = await service.newClient()
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString()
  const user_id = unique('user')
  const samples = Array.from({ length: 7 }, (_, n) => sampleOf('url', { detected_at: at(n), id: `u${n}` }))
  await report('url', [...samples].reverse(), by)
  await report('spam-call', sampleOf('spam-call', { detected_at: at(10), id: 'call', user_id }), by)
  const list = async (query: string) => {
    const { status, body } = await by.get(`/detections?${query}`)
    assert.is(status, 200, JSON.stringify(body))
    return { ids: body.data.map(({ id }: { id: string }) => id), next: body.pagination.next_cursor }
  }
  assert.equal((await list('')).ids, ['call', 'u6', 'u5', 'u4', 'u3', 'u2', 'u1', 'u0'])
  assert.equal((await list('kind=spam.call_blocked')).ids, ['call'])
  assert.equal((await list(`user_id=${user_id}`)).ids, ['call'])
  assert.equal((await list(`since=${at(2)}&until=${at(4)}`)).ids, ['u3', 'u2'])
  const first = await list('kind=url.malicious_detected&limit=4')
  const second = await list(`kind=url.malicious_detected&limit=4&cursor=${first.next}`)
  assert.equal([...first.ids, ...second.ids], ['u6', 'u5', 'u4', 'u3', 'u2', 'u1', 'u0'])
  assert.is(second.next, null)
  for (const query of [`cursor=${first.next}`, 'kind=leak', 'limit=0', 'from=now', `since=${at(3)}&until=${at(2)}`])
    assert.is((await by.get(`/detections?${query}`)).body.error_code, 'INVALID_REQUEST', query)
})

test.run()
