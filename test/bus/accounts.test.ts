import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AckPolicy, connect, Events, type JetStreamManager, type Msg, type NatsConnection } from 'nats'
import * as assert from 'uvu/assert'
import { deadStream, ensureStream, inboundStream, outboundStream } from '#bus/streams.ts'
import { natsAccess, natsUrls } from '#config/nats-access.ts'
import { connectNats, probeNats } from '#edge/nats/connect.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { createNatsNetwork } from '#services/refunds/payments/nats-network.ts'
import { chapterBlock } from '../harness/chapters.ts'
import { until } from '../harness/client.ts'
import { PASSWORDS, startComposeNats } from '../harness/compose-nats.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { startPaymentGateway } from '../harness/payment-gateway.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** Who may send and receive what, with the accounts of docker-compose.yml. */
const test = suite('accounts of NATS')
const BANKING = 'security.in.clt_banking'
const SCANNER = 'security.in.clt_scanner'
const NEXT = '$JS.API.CONSUMER.MSG.NEXT.SECURITY_OUT'
const ACK = '$JS.ACK.SECURITY_OUT'
const WAITING_MAX = 40
const LIMITS = {
  ...{ NATS_REPLICAS: 1, BUS_IN_WAITING: WAITING_MAX, BUS_OUT_HOURS: 1, BUS_DEAD_DAYS: 1 },
  ...{ BUS_IN_BYTES: 2 ** 20, BUS_OUT_BYTES: 2 ** 24, BUS_DEAD_BYTES: 2 ** 24 },
}

/** What each login may publish. */
const OWN: Record<string, string[]> = {
  banking: ['transaction', 'fraud.outcome', 'user'].map(kind => `${BANKING}.${kind}`),
  scanner: ['darkweb.leak_detected', 'phishing.email_detected', 'url.malicious_detected', 'spam.call_blocked'].map(
    kind => `${SCANNER}.${kind}`,
  ),
  warehouse: [`${NEXT}.warehouse`, `${ACK}.warehouse.1.1.1.1.0`],
  gateway: ['payments.outcome.transfer', 'payments.outcome.reversal'],
}
const USERS = Object.keys(OWN)

/** What none of them may publish, save its own. */
const TARGETS = [
  ...[`${BANKING}.transaction`, `${BANKING}.user`, `${SCANNER}.spam.call_blocked`, 'security.in.clt_other.user'],
  ...['security.out.clt_banking.refund.completed', 'security.dead.clt_banking.1-1.user', 'audit.checkpoints'],
  ...['payments.outcome.transfer', 'payments.outcome.reversal', 'payments.instruct', 'payments.reverse'],
  ...['SECURITY_IN', 'SECURITY_OUT', 'AUDIT_CHECKPOINTS'].map(name => `$JS.API.STREAM.PURGE.${name}`),
  ...['$JS.API.STREAM.DELETE.SECURITY_OUT', '$JS.API.CONSUMER.DELETE.SECURITY_OUT.other', '$JS.API.INFO'],
  ...['$JS.ACK.SECURITY_IN.worker.1.1.1.1.0', `${ACK}.other.1.1.1.1.0`],
]
const OUTCOME = JSON.stringify({ key: 'rf_1:0', status: 'succeeded', reference: 'GW-1' })
const PULLED = JSON.stringify({ batch: 1, no_wait: true })
const SETTLED_MS = 300

/** Only what the warehouse has is to be delivered again soon. */
const addConsumer = (manager: Pick<JetStreamManager, 'consumers'>, stream: string, durable_name: string) => {
  const ack_wait = durable_name === 'warehouse' ? 4_000_000_000 : 300_000_000_000
  return manager.consumers.add(stream, { durable_name, ack_policy: AckPolicy.Explicit, ack_wait })
}

/** The streams as a service keeps them, with something in each, and consumers that have something to acknowledge. */
async function withStreams(connection: NatsConnection) {
  const manager = await connection.jetstreamManager()
  for (const stream of [inboundStream(LIMITS), outboundStream(LIMITS), deadStream(LIMITS)])
    await ensureStream(manager, stream)
  await manager.streams.add({ name: 'AUDIT_CHECKPOINTS', subjects: ['audit.checkpoints'] })
  const stream = connection.jetstream()
  for (const subject of [
    'security.in.clt_other.user',
    'security.out.clt_banking.a',
    'security.dead.a',
    'audit.checkpoints',
  ])
    await stream.publish(subject, '{}')
  for (const [name, durable_name] of [
    ['SECURITY_IN', 'worker'],
    ['SECURITY_OUT', 'other'],
    ['SECURITY_OUT', 'warehouse'],
  ] as const)
    await addConsumer(manager, name, durable_name)
  for (const [name, durable] of [
    ['SECURITY_IN', 'worker'],
    ['SECURITY_OUT', 'other'],
  ] as const)
    await stream.pull(name, durable)

  return {
    manager,
    /** Of all streams and of the consumers of others, without the subjects `but`. */
    async state(but: readonly string[] = []) {
      const streams = ['SECURITY_IN', 'SECURITY_OUT', 'SECURITY_DEAD', 'AUDIT_CHECKPOINTS']
      const infos = await Promise.all(streams.map(name => manager.streams.info(name, { subjects_filter: '>' })))
      const consumers = [
        ['SECURITY_IN', 'worker'],
        ['SECURITY_OUT', 'other'],
      ] as const
      const acks = await Promise.all(consumers.map(([name, durable]) => manager.consumers.info(name, durable)))
      const subjects = infos.flatMap(({ state }) => Object.entries(state.subjects ?? {}))
      return {
        subjects: subjects.filter(([subject]) => !but.includes(subject)).sort(),
        acknowledged: acks.map(({ ack_floor, num_ack_pending }) => [ack_floor.stream_seq, num_ack_pending]),
      }
    },
  }
}

/** Publishes to everything that it may, with each target as the subject of the reply. */
async function attack(connection: NatsConnection, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    for (const reply of TARGETS)
      connection.publish(subject, subject.startsWith(NEXT) ? PULLED : subject.startsWith(ACK) ? '+ACK' : OUTCOME, {
        reply,
      })
  await connection.flush()
  await delay(SETTLED_MS)
}

async function isRefused(connection: NatsConnection, subject: string): Promise<boolean> {
  return connection.request(subject, '{}', { timeout: 2_000 }).then(
    () => false,
    error => error.code === 'PERMISSIONS_VIOLATION',
  )
}

function isSubscriptionRefused(connection: NatsConnection, subject: string): Promise<boolean> {
  return new Promise(resolve => {
    connection.subscribe(subject, { callback: error => error && resolve(error.code === 'PERMISSIONS_VIOLATION') })
    void connection
      .flush()
      .then(() => delay(SETTLED_MS))
      .then(() => resolve(false))
  })
}

const nats = await startComposeNats()
const service = await nats.connectAs('security')
const { manager, state } = await withStreams(service)
const users: Record<string, NatsConnection> = {}
for (const user of USERS) users[user] = await nats.connectAs(user)
test.after(async () => {
  for (const user of Object.values(users)) await user.close()
  await service.close()
  await nats.stop()
})

test('a reply subject reaches nothing of another account', async () => {
  const taken: string[] = []
  const own = connectNats({ ...nats.server.access }, 'test')
  const network = createNatsNetwork(own)
  network.listen(async key => void taken.push(key))
  await until(async () => own.isLive(), Boolean)
  for (const user of USERS) {
    const before = await state(OWN[user])
    await attack(users[user]!, OWN[user]!)
    assert.equal(await state(OWN[user]), before, user)
    // What the gateway reports is taken.
    if (user !== 'gateway') assert.equal(taken, [], user)
  }
  assert.ok(taken.length > 0)
  await network.close()
  await own.close()
})

test('without accounts it would', async () => {
  const user = (user: string, publish: string[], subscribe: string[]) =>
    `{ user: ${user}, password: x, permissions: { publish: ${JSON.stringify(publish)}, subscribe: ${JSON.stringify(subscribe)} } }`
  const users = [user('security', ['>'], ['>']), user('banking', OWN.banking!, ['_INBOX.banking.>'])]
  const folder = mkdtempSync(join(tmpdir(), 'no-accounts-'))
  const file = join(folder, 'nats.conf')
  writeFileSync(file, `authorization { users: [ ${users.join(', ')} ] }`)
  const login = { user: 'security', pass: 'x' }
  const flat = await startNatsServer({ jetStreamIn: folder, args: ['--config', file], login })
  const as = (user: string) => connect({ servers: flat.url, user, pass: 'x', inboxPrefix: `_INBOX.${user}` })
  try {
    const own = await as('security')
    const { state } = await withStreams(own)
    const before = await state(OWN.banking)
    const banking = await as('banking')
    await attack(banking, OWN.banking!)
    assert.not.equal(await state(OWN.banking), before)
    await banking.close()
    await own.close()
  } finally {
    await flat.stop()
    rmSync(folder, { recursive: true })
  }
})

test('a login publishes and hears what its lists name, and nothing else', async () => {
  const before = await state()
  const others = (user: string) =>
    [...new Set([...TARGETS, ...Object.values(OWN).flat()])].filter(one => !OWN[user]!.includes(one))
  const consumer = JSON.stringify({
    stream_name: 'SECURITY_OUT',
    config: { deliver_subject: '_INBOX.warehouse.x', ack_policy: 'none' },
  })
  for (const user of USERS) {
    const connection = users[user]!
    for (const subject of [
      ...others(user),
      ...[`${NEXT}.other`, '$JS.API.CONSUMER.CREATE.SECURITY_OUT', '$JS.API.CONSUMER.DURABLE.CREATE.SECURITY_OUT.x'],
      ...[
        '$JS.API.STREAM.MSG.GET.SECURITY_OUT',
        '$JS.API.DIRECT.GET.SECURITY_OUT',
        '$JS.API.CONSUMER.INFO.SECURITY_OUT.other',
      ],
    ])
      assert.ok(await isRefused(connection, subject), `${user} publishes to ${subject}`)
    connection.publish('$JS.API.CONSUMER.CREATE.SECURITY_OUT', consumer)
    for (const subject of [
      '>',
      '_INBOX.>',
      '_INBOX.security-service.>',
      'security.>',
      `${BANKING}.>`,
      '$JS.>',
      '_R_.>',
    ])
      assert.ok(await isSubscriptionRefused(connection, subject), `${user} hears ${subject}`)
  }
  assert.equal(await state(), before)
  assert.equal((await manager.consumers.list('SECURITY_OUT').next()).map(({ name }) => name).sort(), [
    'other',
    'warehouse',
  ])
})

test("the service's own login has its lists too", async () => {
  for (const subject of ['anything', 'payments.outcome.transfer', '$SYS.REQ.SERVER.PING', '_INBOX.banking.a'])
    assert.ok(await isRefused(service, subject), subject)
  for (const subject of ['>', '_INBOX.>', 'security.in.>', '$JS.>'])
    assert.ok(await isSubscriptionRefused(service, subject), subject)
})

test('a publisher gets the acknowledgement of JetStream, and its refusal at the limit', async () => {
  const stream = users.scanner!.jetstream()
  const subject = `${SCANNER}.url.malicious_detected`
  await manager.streams.purge('SECURITY_IN', { filter: subject })
  const { stream: name, duplicate } = await stream.publish(subject, '{}')
  assert.equal([name, duplicate], ['SECURITY_IN', false])
  for (let n = 1; n < WAITING_MAX; n++) await stream.publish(subject, '{}')
  const refusal = await stream.publish(subject, '{}').catch(error => error.api_error)
  assert.equal([refusal.err_code, refusal.description], [10_077, 'maximum messages per subject exceeded'])
  // Other kinds of the same client, and other clients, are not affected.
  await stream.publish(`${SCANNER}.spam.call_blocked`, '{}')
  const banking = users.banking!.jetstream()
  await banking.publish(`${BANKING}.user`, '{}')
  let stored = 0
  const full = async (): Promise<string> => {
    for (; stored < WAITING_MAX; stored += 1)
      try {
        await banking.publish(`${BANKING}.transaction`, 'x'.repeat(60_000))
      } catch (error) {
        return (error as { api_error: { description: string } }).api_error.description
      }
    return 'nothing was refused'
  }
  await manager.streams.purge('SECURITY_IN', { filter: `${BANKING}.transaction` })
  const { messages } = (await manager.streams.info('SECURITY_IN')).state
  assert.is(await full(), 'maximum bytes exceeded')
  assert.is((await manager.streams.info('SECURITY_IN')).state.messages, messages + stored)
})

/** Pulls as a reader does that may not ask for its consumer. */
function reader(connection: NatsConnection, name = 'warehouse') {
  const messages: Msg[] = []
  const inbox = `_INBOX.${name}.events`
  connection.subscribe(inbox, { callback: (_, message) => void messages.push(message) })
  return {
    pull: (batch: number, seconds: number) =>
      connection.publish(`${NEXT}.${name}`, JSON.stringify({ batch, expires: seconds * 1e9 }), { reply: inbox }),
    events: () => messages.filter(({ reply }) => reply).map(message => message.string()),
    acknowledge: () => {
      for (const { reply } of messages.splice(0)) if (reply) connection.publish(reply, '+ACK')
    },
  }
}

test('a reader gets its events, and again those that it did not acknowledge', async () => {
  await manager.consumers.delete('SECURITY_OUT', 'warehouse')
  await manager.streams.purge('SECURITY_OUT')
  await addConsumer(manager, 'SECURITY_OUT', 'warehouse')
  const warehouse = reader(users.warehouse!)
  for (const event of ['1', '2']) await service.jetstream().publish('security.out.clt_banking.a', event)
  warehouse.pull(2, 10)
  const has = (wanted: string[]) =>
    until(
      async () => warehouse.events(),
      events => events.join() === wanted.join(),
    )
  await has(['1', '2'])
  const consumer = () => manager.consumers.info('SECURITY_OUT', 'warehouse')
  assert.is((await consumer()).num_ack_pending, 2)
  warehouse.acknowledge()
  await until(consumer, ({ num_ack_pending }) => num_ack_pending === 0)
  await service.jetstream().publish('security.out.clt_banking.a', '3')
  warehouse.pull(1, 10)
  await has(['3'])
  warehouse.pull(1, 10)
  await has(['3', '3'])
  warehouse.acknowledge()
  await until(consumer, ({ num_ack_pending }) => num_ack_pending === 0)
  // The client library needs no other subject for it.
  await service.jetstream().publish('security.out.clt_banking.a', '4')
  const fetched = []
  for await (const message of users
    .warehouse!.jetstream()
    .fetch('SECURITY_OUT', 'warehouse', { batch: 1, expires: 5_000 })) {
    fetched.push(message.string())
    message.ack()
  }
  assert.equal(fetched, ['4'])
})

/** As the chapter has it, without Docker. */
function suspendReader(): void {
  const commands = chapterBlock('src/bus/README.md', 'Suspend a reader', 'sh').trim().split('\n')
  const [edit = '', signal = ''] = commands.map(command => command.replace(/^docker compose (exec|kill) /, ''))
  execFileSync('sh', ['-c', edit.replace(/^nats /, '').replace('/etc/nats/nats.conf', nats.configFile)])
  assert.is(signal, '--signal HUP nats')
  process.kill(nats.server.pid(), 'SIGHUP')
}

test('a suspended reader gets nothing more, not even what it had pulled, and goes on where it was', async () => {
  const own = await nats.connectAs('warehouse', {
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    ignoreAuthErrorAbort: true,
  })
  const disconnected = Promise.withResolvers<void>()
  void (async () => {
    for await (const { type } of own.status()) if (type === Events.Disconnect) disconnected.resolve()
  })()
  const text = readFileSync(nats.configFile, 'utf8')
  const warehouse = reader(own)
  warehouse.pull(100, 60)
  await service.jetstream().publish('security.out.clt_banking.a', 'before')
  await until(
    async () => warehouse.events(),
    events => events.includes('before'),
  )
  warehouse.acknowledge()
  await own.flush()
  suspendReader()
  await disconnected.promise
  await service.jetstream().publish('security.out.clt_banking.a', 'meanwhile')
  warehouse.pull(1, 5)
  await delay(SETTLED_MS)
  assert.equal(warehouse.events(), [])
  assert.is((await manager.consumers.info('SECURITY_OUT', 'warehouse')).num_pending, 1)
  nats.reload(text)
  const again = await until(
    () => nats.connectAs('warehouse').catch(() => null),
    connection => connection !== null,
  )
  const resumed = reader(again!)
  resumed.pull(10, 5)
  await until(
    async () => resumed.events(),
    events => events.includes('meanwhile'),
  )
  await again!.close()
  await own.close()
})

test('the service works with these accounts: it takes messages, and pays through its gateway', async () => {
  const own = await startComposeNats()
  const gateway = await startPaymentGateway(own.server.url, {
    user: 'gateway',
    pass: PASSWORDS.gateway!,
    inboxPrefix: '_INBOX.gateway',
  })
  const running = await startTestService({
    NATS_URL: own.url,
    PAYMENT_NETWORK: 'nats',
    BUS: 'in,out',
    CHECKPOINT_EVERY_MS: '50',
  })
  const { admin } = running
  try {
    const { body } = await until(
      () => admin.get('/health/ready'),
      ({ body }) => body.parts.bus?.state === 'up',
    )
    assert.is(body.parts.nats.state, 'up')

    const { client_id } = (await admin.get('/api/auth/me')).body
    own.reload(readFileSync(own.configFile, 'utf8').replaceAll('clt_banking', client_id))
    // The server may leave a connection unanswered while it reads its file.
    const banking = await until(
      () => own.connectAs('banking', { timeout: 2_000 }).catch(() => null),
      connection => connection !== null,
    )
    const transaction = transactionOf(10)
    const message = { id: '1', time: new Date().toISOString(), data: transaction }
    const sent = () => banking!.jetstream().publish(`security.in.${client_id}.transaction`, JSON.stringify(message))
    await until(
      () => sent().catch(error => error.code as string),
      result => typeof result === 'object',
    )
    await until(
      () => admin.get(`/transactions/${transaction.transaction_id}`),
      ({ status }) => status === 200,
    )
    await banking!.close()

    const { body: refund } = await admin.requestRefund(refundOf(transaction, 10))
    await until(
      () => admin.get(`/refund/${refund.refund_id}`),
      ({ body }) => body.status === 'completed',
    )
    const line = await own.connectAs('security')
    const { streams, consumers } = await line.jetstreamManager()
    await addConsumer({ consumers }, 'SECURITY_OUT', 'warehouse')
    const warehouse = await own.connectAs('warehouse')
    const published = reader(warehouse)
    published.pull(100, 30)
    await until(
      async () => published.events().map(text => JSON.parse(text)),
      events => events.some(({ type, data }) => type === 'refund.completed' && data.refund_id === refund.refund_id),
    )
    await warehouse.close()
    const checkpoints = async () => (await streams.info('AUDIT_CHECKPOINTS')).state.messages
    await until(checkpoints, count => count > 0)
    await line.close()
  } finally {
    await running.end()
    await gateway.stop()
    await own.stop()
  }
})

test('with TLS', async () => {
  const ca = await temporaryCa()
  const folder = mkdtempSync(join(tmpdir(), 'accounts-tls-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const { cert, key } = await ca.issue(['127.0.0.1', 'localhost'])
  const caFile = file('ca.pem', ca.caPem)
  const args = ['--tls', '--tlscert', file('server.pem', cert), '--tlskey', file('server-key.pem', key)]
  const own = await startComposeNats({}, { args, tls: { caFile } })
  const NATS_URL = natsUrls.parse(own.url)
  try {
    assert.is(await probeNats(natsAccess({ NATS_URL, NATS_CA_FILE: caFile })!), undefined)
    assert.match((await probeNats(natsAccess({ NATS_URL })!))?.reason ?? '', /TLS|certificate/)
  } finally {
    await own.stop()
    rmSync(folder, { recursive: true })
  }
})

test.run()
