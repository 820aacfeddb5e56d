import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { type Client, client, logIn, until } from '../../../harness/client.ts'
import { PASSWORDS, startComposeNats } from '../../../harness/compose-nats.ts'
import { depth } from '../../../harness/depth.ts'
import { killableService } from '../../../harness/killable-service.ts'
import { refundOf, transactionOf } from '../../../harness/samples.ts'
import { ADMIN, logInUnlimited } from '../../../harness/service.ts'
import type { SpawnedService } from '../../../harness/spawned-service.ts'
import { suite } from '../../../harness/suite.ts'
import { startUnreliableGateway } from '../../../harness/unreliable-gateway.ts'

/**
 * A gateway that loses, repeats, delays and contradicts messages, over a NATS that is killed, while the service is
 * killed: `DEPTH=full` is the long run, `SEED` the run that failed.
 */
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const test = suite(`a payment gateway that loses, repeats, delays and contradicts answers (SEED=${seed})`)
const REFUNDS = depth(40, 500)
const KILLS = depth(2, 10)
const WORKERS = 6
const LIFE_MS = depth(1_500, 5_000)
const NATS_AWAY_MS = 1_000
const SETTLE_MS_MAX = depth(60_000, 900_000)
const ENDS = ['completed', 'failed']

const nats = await startComposeNats()
const gateway = await startUnreliableGateway(
  nats.server.url,
  { user: 'gateway', pass: PASSWORDS.gateway!, inboxPrefix: '_INBOX.gateway' },
  {
    ...{ seed, rejected: 0.2, contradicted: 0.15, lost: 0.2, lossesMax: depth(1, 2) },
    ...{ repeated: 0.3, delayMsMax: depth(300, 2_000) },
  },
)
const service = killableService({
  NATS_URL: nats.url,
  PAYMENT_NETWORK: 'nats',
  REFUND_CANCEL_WINDOW_MS: '50',
})

type Requested = { key: string; body: ReturnType<typeof refundOf>; id: string | null }
const requested: Requested[] = Array.from({ length: REFUNDS }, () => ({
  key: randomUUID(),
  body: refundOf(transactionOf(10), 10),
  id: null,
}))

/** Repeats what was not answered, with the same key. */
async function request(admin: Client, entry: Requested): Promise<void> {
  const { status, body } = await admin.requestRefund(entry.body, entry.key)
  if (status === 404) {
    const { transaction_id, refund } = entry.body
    await admin.post('/transactions', { ...transactionOf(10), transaction_id, amount: refund.amount })
    return request(admin, entry)
  }
  const id: string | undefined = body.refund_id ?? body.details?.refund_id
  if (id === undefined) assert.is(status, 503, JSON.stringify(body))
  else assert.ok(entry.id === null || entry.id === id, 'one key, one refund')
  entry.id = id ?? null
}

async function requestAll(admin: Client): Promise<void> {
  const open = requested.filter(({ id }) => id === null)
  const work = async () => {
    for (let entry = open.shift(); entry !== undefined; entry = open.shift()) {
      await request(admin, entry)
      if (entry.id === null) open.push(entry)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
}

async function kill({ child, gone }: SpawnedService): Promise<void> {
  child.kill('SIGKILL')
  assert.is(await gone, 'SIGKILL', 'the service ended by itself')
}

test('every refund ends, is paid once, and is what was paid; contradictions alarm', async () => {
  for (let life = 0; life < KILLS; life += 1) {
    const running = await service.start()
    const admin = await logInUnlimited(running.url)
    // It ends when its connections are cut.
    const requesting = requestAll(admin).catch(error => assert.not.instance(error, assert.Assertion))
    await delay(LIFE_MS / 2)
    if (life === 0) {
      await nats.server.stop()
      await delay(NATS_AWAY_MS)
      await nats.server.startAgain()
    }
    await delay(LIFE_MS / 2)
    await kill(running)
    await requesting
  }

  const running = await service.start()
  const admin = await logIn(running.url, ADMIN.email, ADMIN.password)
  await requestAll(admin)
  const contradicted: string[] = []
  for (const { id } of requested) {
    const { body: refund } = await until(
      () => admin.get(`/refund/${id}`),
      ({ status, body }) => status === 200 && ENDS.includes(body.status),
      SETTLE_MS_MAX,
    )
    const attempts = [...gateway.book.values()].filter(({ key }) => key.startsWith(`${id}:`))
    assert.equal(
      attempts.map(({ key }) => key),
      [`${id}:0`],
    )
    const [entry] = attempts
    assert.is(entry!.instructed.size, 1, 'each instruction of a key is the same')
    if (entry!.isContradicted) {
      contradicted.push(id!)
      continue
    }
    assert.is(refund.status, entry!.outcome === 'succeeded' ? 'completed' : 'failed')
    if (refund.status === 'completed') assert.is(refund.completion.reference, entry!.reference)
    const { body: audit } = await admin.get(`/audit/refunds/${id}`)
    assert.is(audit.network_contradicted, false)
  }
  assert.ok(contradicted.length > 0, 'there were contradictions')
  for (const id of contradicted)
    await until(
      () => admin.get(`/audit/refunds/${id}`),
      ({ body }) => body.network_contradicted === true,
    )
  // The counter begins anew with each process.
  const [completed] = [...gateway.book.values()].filter(
    ({ outcome, isContradicted }) => outcome === 'succeeded' && !isContradicted,
  )
  await gateway.contradict(completed!.key)
  const metrics = await (await fetch(`${running.url}/metrics`)).text()
  assert.match(metrics, /^refund_network_contradictions_total [1-9]\d*$/m)
  const { body: health } = await until(
    () => client(running.url).get('/health/ready'),
    ({ body }) => body.parts.reactor.note?.includes(completed!.key.slice(0, -':0'.length)),
  )
  assert.is(health.status, 'ready')
  assert.match(health.parts.reactor.note, 'the payment network contradicted recorded outcomes')
  const { lost, repeated } = gateway.counts
  assert.ok(lost > 0 && repeated > 0)
  process.stdout.write(`(${JSON.stringify({ ...gateway.counts, refunds: gateway.book.size })}) `)
})

test.after(async () => {
  await service.stop()
  await gateway.stop()
  await nats.stop()
})
test.run()
