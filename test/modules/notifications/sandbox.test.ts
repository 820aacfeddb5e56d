import { randomUUID } from 'node:crypto'
import { connect } from 'node:http2'
import * as assert from 'uvu/assert'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import type { RecordedRequest } from '#embedded/push/request-log.ts'
import { until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { androidToken, iosToken } from './device-samples.ts'
import { pushTest } from './push-service.ts'

/** A trial of the service, on embedded defaults: both push networks are on this machine. */
const test = suite('sandbox of the push networks')
const lines: { msg?: string; url?: string }[] = []
const service = await startTestService({}, { log: testLog(line => lines.push(JSON.parse(line))) })
test.after(() => service.end())
const { admin } = service
const push = pushTest(service.service, admin, (await admin.get('/api/auth/me')).body.client_id)

const TOKENS = { ios: iosToken, android: androidToken } as const
const ending = (platform: PushPlatform, last: string) => `${TOKENS[platform]().slice(0, -4)}${last}`
const listening = (name: string) => lines.find(({ msg }) => msg?.startsWith(`${name} sandbox listens`))?.url

/** What a network shows to `GET /`. */
async function shownBy(name: string): Promise<RecordedRequest[]> {
  const { caPem } = await developmentCaOf(service.environment.DATA_DIR!)
  const url = listening(name)
  assert.ok(url !== undefined)
  if (name === 'FCM') {
    const { request } = await import('undici')
    const { Agent } = await import('undici')
    const agent = new Agent({ connect: { ca: caPem } })
    const answer = (await (await request(url, { dispatcher: agent })).body.json()) as RecordedRequest[]
    await agent.close()
    return answer
  }
  const session = connect(url, { ca: caPem })
  const stream = session.request({ ':path': '/' })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  session.close()
  return JSON.parse(Buffer.concat(chunks).toString()) as RecordedRequest[]
}

test('nothing of it runs before there is something to send', () => {
  assert.equal([listening('APNs'), listening('FCM')], [undefined, undefined])
})

const outcomes: [last: string, outcome: string, standing: string][] = [
  ['0001', 'sent', 'active'],
  ['0002', 'token_dead', 'dead'],
  ['0004', 'payload_rejected', 'active'],
  ['0006', 'sent', 'active'],
  ['0007', 'sent', 'active'],
  ['0008', 'sent', 'active'],
  ['0009', 'sent', 'active'],
]
for (const platform of ['ios', 'android'] as const)
  for (const [last, outcome, standing] of outcomes)
    test(`a token of ${platform} that ends in ${last} comes to ${outcome}`, async () => {
      const token = ending(platform, last)
      const phone = await push.device(`user_${randomUUID()}`, platform, token)
      const id = await push.tell(phone)
      await until(
        () => push.outcome(id, phone),
        came => came === outcome,
        60_000,
      )
      assert.is(await push.standing(phone), standing)
      const shown = (await shownBy(platform === 'ios' ? 'APNs' : 'FCM')).filter(arrival => arrival.token === token)
      assert.ok(shown.length > 0)
      assert.is(shown[0]?.status === 200, outcome === 'sent')
    })

test('a token that died an hour ago is of an app that was there before', async () => {
  const phone = await push.device(`user_${randomUUID()}`, 'ios', ending('ios', '000a'))
  const id = await push.tell(phone)
  await until(
    () => push.outcome(id, phone),
    came => came === 'token_dead',
  )
  assert.is(await push.standing(phone), 'active')
})

test.run()
