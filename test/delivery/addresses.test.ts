import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { uuidOf } from '#delivery/queue.ts'
import { addressRule } from '#edge/outbound/addresses.ts'
import { createResolve } from '#edge/outbound/resolve.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { checkUrl } from '#services/webhooks/check-url.ts'
import { Rejection } from '#values/errors.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startDns, startTcpPeer, startTlsPeer } from './peers.ts'

const test = suite('delivery: addresses that are not public')
const authority = await temporaryCa()
/** Null: no answer at all. */
const answers = new Map<string, string[] | null>()
const dns = await startDns(name => {
  const known = answers.get(name)
  return known === undefined ? [] : known
})
/** Only 127.0.0.2 is "public" here, so that 127.0.0.1 stands for an address inside. */
const allowed = ['127.0.0.2/32']
const allows = addressRule(allowed)
const resolve = createResolve(allowed, { dnsServers: [dns.server] })
const engine = await startEngine({
  caPem: authority.caPem,
  config: { WEBHOOK_ALLOW_CIDRS: allowed, WEBHOOK_RETRY_BASE_MS: 100 },
})
await engine.start({ resolve })
const inside = await startTcpPeer()
let asked = 0
const wrong = await startTlsPeer(authority, () => (asked += 1), await authority.issue(['wrong.test']))
/** Its look-up does not check what it finds. */
const trusting = await startEngine({
  caPem: authority.caPem,
  config: { WEBHOOK_ALLOW_CIDRS: allowed, WEBHOOK_RETRY_BASE_MS: 3_600_000 },
})
await trusting.start({ resolve: async () => ['127.0.0.1'] })

async function refusal(doing: Promise<unknown>) {
  const error = await doing.then(
    () => null,
    error => error,
  )
  assert.instance(error, Rejection)
  const { code, details } = error as Rejection
  return { code, field: details.field }
}

const REFUSED = { code: 'INVALID_REQUEST', field: 'url' }

for (const host of [
  '127.0.0.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '192.0.2.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[2001:db8::1]',
  '[ff02::1]',
  '[100:0:0:1::1]',
  '[4000::1]',
])
  test(`https://${host}/ is refused at creation`, async () => {
    assert.equal(await refusal(engine.webhook({ url: `https://${host}/hook` })), REFUSED)
  })

for (const url of [
  'http://example.com/hook',
  'HTTP://example.com/hook',
  'ftp://example.com/hook',
  'https://user@127.0.0.1/hook',
  'https://user:password@example.com/hook',
  'https://example.com/hook#part',
  'https://',
  'example.com/hook',
  '/hook',
  '',
  `https://example.com/${'a'.repeat(2_048)}`,
  'https://exam\tple.com/hook',
  'https://example.com/ho\nok',
  'https://example.com/hook\r\n',
  '\thttps://example.com/hook',
  ' https://example.com/hook',
  'https://example.com/ho ok',
  'https://example.com/hook\u2028',
  'https://example.com/ho\u0000ok',
  'https://example.com/ho\u007fok',
  'https://example.com/ho\u0085ok',
  'https:///example.com/hook',
  'https:////example.com/hook',
  'https:example.com/hook',
  'https:/example.com/hook',
  'https:\\\\example.com\\hook',
  'https://\\example.com/hook',
  'https://@example.com/hook',
  'https://:@example.com/hook',
  'https://intranet/hook',
  'https://intranet./hook',
  'https://intranet:8443/hook',
  'https://intranet../hook',
  'https://hooks..example.com/hook',
  'https://./hook',
  'https://com/hook',
])
  test(`${JSON.stringify(url.slice(0, 40))} is refused at creation and at a change`, async () => {
    assert.equal(await refusal(engine.webhook({ url })), REFUSED)
    const { webhook_id } = await engine.webhook({ url: 'https://127.0.0.2/hook' })
    assert.equal(await refusal(updateWebhook(engine.service, engine.context(), { webhook_id, url })), REFUSED)
  })

for (const [address, open] of [
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.2', true],
  ['::ffff:127.0.0.2', true],
  ['127.0.0.3', false],
  ['not an address', false],
] as const)
  test(`the rule ${open ? 'lets through' : 'stops'} ${address}`, () => {
    assert.is(allows(address), open)
  })

/** A name as it is judged at creation and at a change, with this test's DNS. */
const check = (url: string) => checkUrl(engine.service, url, resolve)

for (const [name, addresses, passes] of [
  ['public.test', ['8.8.8.8'], true],
  ['inside-only.test', ['127.0.0.1'], false],
  ['also-inside.test', ['8.8.8.8', '10.0.0.1'], false],
  ['unknown.test', [], true],
  ['opened', ['127.0.0.2'], true],
  ['partly-opened', ['127.0.0.2', '8.8.8.8'], false],
  ['public', ['8.8.8.8'], false],
  ['inside', ['127.0.0.1'], false],
  ['unknown', [], false],
] as const)
  test(`${name}, which leads to ${addresses.join(' and ') || 'nothing'}, is ${passes ? 'taken' : 'refused'}`, async () => {
    answers.set(name, [...addresses])
    const url = `https://${name}/hook`
    if (passes) assert.is(await check(url), url)
    else assert.equal(await refusal(check(url)), REFUSED)
  })

test('a name that DNS does not answer for is checked within the time of a look-up', async () => {
  const [started, stoodStillMs] = [performance.now(), standstill()]
  answers.set('silent.test', null)
  answers.set('silent', null)
  const [named] = await Promise.all([check('https://silent.test/hook'), refusal(check('https://silent/hook'))])
  assert.is(named, 'https://silent.test/hook')
  assert.ok(performance.now() - started < 6_000 + stoodStillMs())
})

test('a name without a dot is connected to only where a range is opened', async () => {
  answers.set('outside', ['8.8.8.8'])
  assert.equal((await attempts('https://outside/', 1)).slice(0, 1), ['address_refused'])
  answers.set('within', ['127.0.0.2'])
  assert.equal((await attempts(`https://within:${inside.port}/`, 1)).slice(0, 1), ['connection_refused'])
})

/** What the first attempts at a URL came to, the URL put in place past the checks of creation. */
async function attempts(url: string, count: number, at = engine) {
  const clientId = `clt_${Math.random()}`
  const { webhook_id } = await at.webhook({ url: 'https://127.0.0.2/hook' }, clientId)
  await at.service.db.query(sql.unsafe`
    update ops.webhook_endpoints set url = ${url}, revision = revision + 1000 where webhook = ${uuidOf(webhook_id)}`)
  await at.refund(clientId)
  await until('attempts', async () => ((await at.deliveries(webhook_id))[0]?.attempts ?? 0) >= count)
  return (await at.deliveries(webhook_id))[0]!.attempt_log.map(({ error_code }) => error_code)
}

test('a literal address inside is not connected to at delivery either', async () => {
  assert.equal((await attempts(inside.url, 1)).slice(0, 1), ['address_refused'])
  assert.is(inside.connections, 0)
})

test('a name with an address inside sees no connection', async () => {
  answers.set('inside.test', ['127.0.0.1'])
  assert.equal((await attempts(`https://inside.test:${inside.port}/`, 1)).slice(0, 1), ['address_refused'])
  assert.is(inside.connections, 0)
})

test('one address inside among public ones refuses the name', async () => {
  answers.set('mixed.test', ['127.0.0.2', '127.0.0.1'])
  assert.equal((await attempts(`https://mixed.test:${inside.port}/`, 1)).slice(0, 1), ['address_refused'])
  assert.is(inside.connections, 0)
})

test('a name that moves inside between two attempts sees no connection there', async () => {
  answers.set('rebind.test', ['127.0.0.2'])
  const pending = attempts(`https://rebind.test:${inside.port}/`, 2)
  setTimeout(() => answers.set('rebind.test', ['127.0.0.1']), 20)
  const codes = await pending
  assert.is(codes.includes('address_refused'), true)
  assert.is(inside.connections, 0)
})

test('the address connected to is checked too: no request is written where the look-up was wrong', async () => {
  assert.equal(await attempts(`https://wrong.test:${wrong.port}/`, 1, trusting), ['address_refused'])
  await until('the connection closed', () => wrong.open.size === 0)
  assert.equal([wrong.connections, asked], [1, 0])
})

test('a name that does not exist is a DNS error', async () => {
  assert.equal((await attempts('https://nowhere.test/', 1)).slice(0, 1), ['dns_error'])
})

test('a redirect and an Alt-Svc to an address inside are not followed', async () => {
  const peer = await startTlsPeer(authority, socket =>
    socket.write(
      `HTTP/1.1 307 X\r\nlocation: ${inside.url}\r\nalt-svc: h2="127.0.0.1:${inside.port}"\r\ncontent-length: 0\r\n\r\n`,
    ),
  )
  const open = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: 50 } })
  await open.start()
  const { webhook_id } = await open.webhook({ url: peer.url })
  await open.refund()
  await until('two attempts', async () => ((await open.deliveries(webhook_id))[0]?.attempts ?? 0) >= 2)
  await open.end()
  await peer.close()
  assert.is(inside.connections, 0)
})

test.after(async () => {
  await engine.end()
  await trusting.end()
  await inside.close()
  await wrong.close()
  await dns.close()
})
test.run()
