import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { type DetectionKind, detectionStreams } from '#domain/detections/events.ts'
import { connectBus } from '../../harness/bus.ts'
import { until } from '../../harness/client.ts'
import { startNatsServer } from '../../harness/nats-server.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase } from '../subjects/people.ts'

const test = suite('detections from the bus')
const folder = mkdtempSync(join(tmpdir(), 'bus-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const service = await startTestService({ NATS_URL: nats.url, BUS: 'in' })
const bus = await connectBus(nats.url)
test.after(async () => {
  await bus.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})
const { admin } = service
const { client_id } = (await admin.get('/api/auth/me')).body

const SAMPLES: Record<DetectionKind, object> = {
  'darkweb.leak_detected': { email: 'ada@leaked.example', source: 'paste site', exposed: ['password'] },
  'phishing.email_detected': { sender: 'support@bank-login.example' },
  'url.malicious_detected': { url: 'https://bank-login.example/unlock', source: 'browser' },
  'spam.call_blocked': { caller: '+34600000000' },
}
const KINDS = Object.keys(SAMPLES) as DetectionKind[]
const messageOf = (kind: DetectionKind, more: object = {}) => ({
  ...{ id: randomUUID(), time: '2026-01-01T13:00:00+01:00', data: { ...SAMPLES[kind], ...more } },
})
const read = (kind: DetectionKind, id: string, of = client_id) =>
  admin.get(`/detections/${detectionStreams.detectionId(detectionStreams.id(of, kind, id))}`)

test('each kind is recorded once, with the time of its message', async () => {
  for (const kind of KINDS) {
    const message = messageOf(kind, { user_id: 'user_1' })
    for (let time = 0; time < 3; time += 1) await bus.publish(client_id, kind, message)
    await bus.untilTaken()
    const { status, body } = await read(kind, message.id)
    assert.equal([status, body.kind, body.user_id], [200, kind, 'user_1'])
    assert.is(body.detected_at, '2026-01-01T12:00:00.000Z')
    const { body: audit } = await admin.get(`/audit/detections/${body.detection_id}`)
    const [{ actor, request_id }] = audit.history
    assert.equal([audit.history.length, actor.role, actor.client_id, request_id], [1, 'bus', client_id, message.id])
  }
  assert.equal(await bus.dead(), [])
})

test('what is bad is refused once, with the code of its kind, the field and the reason', async () => {
  const recorded = messageOf('spam.call_blocked')
  await bus.publish(client_id, 'spam.call_blocked', recorded)
  await until(
    () => erase(admin, 'user_1', 'aml_retention'),
    ({ status }) => status === 202,
  )
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  const cases: [DetectionKind, object, string, string][] = [
    ['darkweb.leak_detected', messageOf('darkweb.leak_detected', { email: 'none' }), 'DARKWEB_001', 'data.email'],
    ['darkweb.leak_detected', messageOf('darkweb.leak_detected', { exposed: null }), 'DARKWEB_001', 'data.exposed'],
    [
      'phishing.email_detected',
      messageOf('phishing.email_detected', { sender: undefined }),
      'EMAIL_002',
      'data.sender',
    ],
    ['phishing.email_detected', messageOf('phishing.email_detected', { sender: 7 }), 'EMAIL_001', 'data.sender'],
    ['url.malicious_detected', messageOf('url.malicious_detected', { source: 'sms' }), 'URL_001', 'data.source'],
    ['url.malicious_detected', messageOf('url.malicious_detected', { url: 'unlock' }), 'URL_001', 'data.url'],
    [
      'url.malicious_detected',
      messageOf('url.malicious_detected', { detected_at: ahead }),
      'URL_001',
      'data.detected_at',
    ],
    ['spam.call_blocked', messageOf('spam.call_blocked', { caller: '112' }), 'INVALID_REQUEST', 'data.caller'],
    ['spam.call_blocked', messageOf('spam.call_blocked', { user_id: 'user_1' }), 'INVALID_REQUEST', 'data.user_id'],
    ['spam.call_blocked', { ...recorded, data: { caller: '+34600000001' } }, 'CONFLICT', 'data'],
  ]
  for (const [kind, message] of cases) await bus.publish(client_id, kind, message)
  await bus.untilTaken()
  const dead = await bus.dead()
  const shown = dead.map(({ subject, code, field }) => [subject.split('.').slice(-2).join('.'), code, field].join(' '))
  assert.equal(shown.sort(), cases.map(([kind, , code, field]) => [kind, code, field].join(' ')).sort())
  for (const { reason } of dead) assert.ok(reason !== '')
})

test('the same id of another client is another detection', async () => {
  const other = await service.newClient()
  const { client_id: theirs } = (await other.get('/api/auth/me')).body
  const message = messageOf('spam.call_blocked')
  await bus.publish(client_id, 'spam.call_blocked', message)
  await bus.publish(theirs, 'spam.call_blocked', { ...message, data: { caller: '+34600000002' } })
  await bus.untilTaken()
  assert.is((await read('spam.call_blocked', message.id)).body.content.caller, '+34600000000')
  assert.is((await read('spam.call_blocked', message.id, theirs)).status, 404)
  assert.equal((await other.get('/detections')).body.data.length, 1)
})

test.run()
