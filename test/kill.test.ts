import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { start } from '#main.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { readServiceConfig } from '#service-config.ts'
import { type Client, logIn, until } from './harness/client.ts'
import { depth } from './harness/depth.ts'
import { killableService } from './harness/killable-service.ts'
import { testLog } from './harness/log.ts'
import { ACCOUNTS, refundOf, transactionOf } from './harness/samples.ts'
import { ADMIN, logInUnlimited } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/**
 * `kill -9` of the whole service at random instants under load, then what must hold. Every second kill takes the
 * stores' processes with it; the others leave them to notice by themselves. DEPTH=full is the whole run.
 */
const KILLS = depth(3, 30)
const WORKERS = 6
const LOAD_MS_MAX = 900
const SETTLE_MS_MAX = 90_000

const test = suite(`kill -9 of the whole service, ${KILLS} times under load`)
const service = killableService({
  SANDBOX_SPEED: '40',
  REFUND_CANCEL_WINDOW_MS: '150',
  WEBHOOK_RETRY_BASE_MS: '200',
})
const dataDir = service.environment.DATA_DIR!
const receiver = await startReceiver(await developmentCaOf(dataDir))

type Asked = { key: string; body: ReturnType<typeof refundOf>; refundId: string | null; cancelled: boolean }
const asked: Asked[] = []

/** Every process that was started on our data folder, the service itself included. */
function processes(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && pid !== process.pid)
    .filter(pid => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) ||
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dataDir)
        )
      } catch {
        return false
      }
    })
}

/** Asks, and when the answer was lost asks again with the same key, like a careful client. */
async function ask(admin: Client, entry: Asked): Promise<void> {
  const { status, body } = await admin.requestRefund(entry.body, entry.key)
  if (status === 404) {
    await admin.post('/transactions', {
      ...transactionOf(10),
      transaction_id: entry.body.transaction_id,
      amount: entry.body.refund.amount,
    })
    return ask(admin, entry)
  }
  if (status === 503) return
  const id = body.refund_id ?? body.details?.refund_id
  assert.type(id, 'string', `${status} ${JSON.stringify(body)}`)
  assert.ok(entry.refundId === null || entry.refundId === id, 'one key, one refund')
  entry.refundId = id
}

const accounts = [ACCOUNTS.paidAtOnce, ACCOUNTS.ordinary, ACCOUNTS.ordinary, ACCOUNTS.invalid, ACCOUNTS.silentAtFirst]

async function load(admin: Client, stopped: () => boolean): Promise<void> {
  for (const entry of asked.filter(({ refundId }) => refundId === null)) await ask(admin, entry)
  while (!stopped()) {
    const transaction = transactionOf(10)
    const account = accounts[asked.length % accounts.length]!
    const entry: Asked = {
      key: randomUUID(),
      body: refundOf(transaction, 10, account),
      refundId: null,
      cancelled: false,
    }
    asked.push(entry)
    await ask(admin, entry)
    if (asked.length % 7 === 0 && entry.refundId !== null) {
      const { status } = await admin.post(`/refund/${entry.refundId}/cancel`)
      entry.cancelled = status === 200
    }
  }
}

test('what was acknowledged survives, every refund ends, each attempt is paid at most once, every event arrives', async () => {
  let first = true
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, url, gone } = await service.start()
    const admin = await logInUnlimited(url)
    if (first) {
      const { body } = await admin.post('/webhooks', { url: receiver.url, events: ['*'] })
      receiver.useSecret(body.secret)
      first = false
    }
    let dead = false
    // A worker ends when its connection is cut; what it was told before is what counts.
    const workers = Array.from({ length: WORKERS }, () =>
      load(admin, () => dead).catch(error => assert.not.instance(error, assert.Assertion)),
    )
    // However slow the machine is, each life takes two requests more, so that there is something to lose.
    const before = asked.length
    await until(
      async () => asked.length,
      count => count >= before + 2,
      SETTLE_MS_MAX,
    )
    await delay(Math.random() * LOAD_MS_MAX)
    const victims = kill % 2 === 0 ? processes() : [child.pid!]
    for (const pid of victims)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It went with another one.
      }
    dead = true
    assert.is(await gone, 'SIGKILL', 'the service ended by itself')
    await Promise.all(workers)
  }

  const running = await start(readServiceConfig(service.environment), { log: testLog() })
  try {
    const admin = await logIn(running.url, ADMIN.email, ADMIN.password)
    for (const entry of asked)
      if (entry.refundId === null)
        await until(
          () => ask(admin, entry),
          () => entry.refundId !== null,
        )
    const ends = ['completed', 'failed', 'cancelled']
    const expected = new Set<string>()
    for (const { refundId, cancelled } of asked) {
      const { body } = await until(
        () => admin.get(`/refund/${refundId}`),
        answer => answer.status === 200 && ends.includes(answer.body.status),
        SETTLE_MS_MAX,
      )
      if (cancelled) assert.is(body.status, 'cancelled', 'an acknowledged cancel holds')
      const { body: audit } = await until(
        () => admin.get(`/audit/refunds/${refundId}`),
        answer => answer.body.history.length === answer.body.chain.events,
        SETTLE_MS_MAX,
      )
      assert.is(audit.chain.intact, true)
      for (const line of audit.history) expected.add(`evt_${line.event_id}`)
      const payments = await running.service.db.any(sql.type(z.object({ key: z.string() }))`
        select key from ops.sandbox_payments where key like ${`${refundId}:%`}`)
      assert.equal(
        payments.map(({ key }) => key),
        body.status === 'completed' ? [`${refundId}:0`] : [],
        `${body.status} ${refundId}`,
      )
    }
    await until(
      async () => [...expected].filter(id => !arrived().has(id)).length,
      missing => missing === 0,
      SETTLE_MS_MAX,
    )
    assert.ok(
      receiver.deliveries.every(({ verified }) => verified),
      'a signature does not verify',
    )
    const { body: list } = await until(
      () => admin.get('/refund/list'),
      answer => answer.body.pagination.total_items === asked.length,
    )
    assert.is(list.pagination.total_items, asked.length)
    process.stdout.write(
      `(${asked.length} refunds, ${expected.size} events, ${receiver.deliveries.length} deliveries) `,
    )
    assert.ok(asked.length > KILLS, 'there was load')
  } finally {
    await running.stop()
  }
})

const arrived = () => new Set(receiver.deliveries.map(({ headers }) => headers['x-service-event-id']))

test.after(async () => {
  await receiver.close()
  await service.stop()
})
test.run()
