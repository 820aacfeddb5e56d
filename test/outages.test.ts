import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { freePort } from '#embedded/free-port.ts'
import { type RunningService, start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { startTestNode } from './edge/eventstore/harness.ts'
import { type Client, client, logIn, until } from './harness/client.ts'
import { testLog } from './harness/log.ts'
import { processesIn, whileFrozen } from './harness/processes.ts'
import { ACCOUNTS, refundOf, transactionOf } from './harness/samples.ts'
import { ADMIN, testEnvironment } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/**
 * A store that is down at the start, goes away or falls silent is survived by every role without a manual step, and
 * health shows it. `OUTAGE_S=180` for outages of minutes, `RECOVERY_S` for how soon everything must be well again.
 */
const test = suite('outages')
const AWAY_MS = Number(process.env.OUTAGE_S ?? 3) * 1000
const RECOVERY_MS_MAX = Number(process.env.RECOVERY_S ?? 60) * 1000
const LOOK_EVERY_MS = 100

const node = await startTestNode()
await node.end()
const environment = testEnvironment({ EVENTSTORE_URL: node.url, PORT: String(await freePort()), SANDBOX_SPEED: '20' })
const url = `http://127.0.0.1:${environment.PORT}`
let starting: Promise<RunningService>
let running: RunningService
let admin: Client

async function requested(account = ACCOUNTS.paidAtOnce): Promise<string> {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  const { status, body } = await admin.requestRefund(refundOf(transaction, 10, account))
  assert.is(status, 201, JSON.stringify(body))
  return body.refund_id
}

/** All within one deadline from now: ready, these refunds paid, and the list up to date. */
async function recovered(...ids: string[]): Promise<void> {
  const since = Date.now()
  const left = () => RECOVERY_MS_MAX - (Date.now() - since)
  await until(health, ({ status }) => status === 'ready', left())
  ids.push(await requested())
  for (const id of ids)
    await until(
      () => admin.get(`/refund/${id}`),
      ({ body }) => body.status === 'completed',
      left(),
    )
  await until(listed, list => ids.every(id => list.get(id) === 'completed'), left())
  if (process.env.OUTAGE_S) console.log(`everything was well ${Date.now() - since} ms after an outage of ${AWAY_MS} ms`)
}

/** Refunds by id, as the read model has them. */
const listed = async (): Promise<Map<string, string>> =>
  new Map(
    ((await admin.get('/refund/list')).body.data ?? []).map((refund: { refund_id: string; status: string }) => [
      refund.refund_id,
      refund.status,
    ]),
  )
const health = async () => (await client(url).get('/health/ready')).body

/** Waits until health says that this part is down, and then sees it say so for the whole outage. */
async function outageShown(part: 'eventstore' | 'postgres'): Promise<void> {
  const end = Date.now() + AWAY_MS
  const isDown = ({ status, parts }: Awaited<ReturnType<typeof health>>) =>
    status === 'not_ready' && parts[part].state === 'down'
  await until(health, isDown)
  while (Date.now() < end) {
    const said = await health()
    assert.ok(isDown(said), JSON.stringify(said))
    await delay(LOOK_EVERY_MS)
  }
}

test('the event store is down at the start: live but not ready, and ready once it is there', async () => {
  starting = start(readServiceConfig(environment), { log: testLog() })
  await until(
    async () =>
      (
        await client(url)
          .get('/health/live')
          .catch(() => null)
      )?.status,
    status => status === 200,
  )
  const down = await health()
  assert.equal([down.status, down.parts.eventstore.state, down.parts.start.state], ['not_ready', 'down', 'down'])
  const refused = await client(url).impatient().post('/api/auth/login', ADMIN)
  assert.equal([refused.status, refused.body.error_code], [503, 'SERVICE_UNAVAILABLE'])
  await outageShown('eventstore')
  await node.start()
  const since = Date.now()
  running = await starting
  admin = await logIn(running.url, ADMIN.email, ADMIN.password)
  assert.ok(Date.now() - since < RECOVERY_MS_MAX)
  await recovered()
})

test('the event store goes away and comes back: 503 with Retry-After until then, and no work is left undone', async () => {
  const before = await requested(ACCOUNTS.ordinary)
  await node.end()
  const answer = await admin.impatient().requestRefund(refundOf(transactionOf(10), 10))
  assert.equal([answer.status, answer.body.error_code], [503, 'SERVICE_UNAVAILABLE'])
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  await outageShown('eventstore')
  await node.start()
  await recovered(before)
})

test('the event store falls silent, as behind a cut line, and speaks again', async () => {
  const before = await requested(ACCOUNTS.ordinary)
  await whileFrozen([node.pid()], () => outageShown('eventstore'))
  await recovered(before)
})

test('PostgreSQL is killed, stays away and comes back', async () => {
  const before = await requested(ACCOUNTS.ordinary)
  // Without the file it cannot be started again, which the service tries at once and ever again.
  const passwordFile = join(environment.DATA_DIR!, 'postgres.password')
  renameSync(passwordFile, `${passwordFile}.away`)
  for (const pid of processesIn(environment.DATA_DIR!, 'postgres')) process.kill(pid, 'SIGKILL')
  await outageShown('postgres')
  renameSync(`${passwordFile}.away`, passwordFile)
  await recovered(before)
})

test('PostgreSQL falls silent and speaks again', async () => {
  const before = await requested(ACCOUNTS.ordinary)
  await whileFrozen(processesIn(environment.DATA_DIR!, 'postgres'), () => outageShown('postgres'))
  await recovered(before)
})

test.after(async () => {
  if (node.isDown()) await node.start()
  await (await starting).stop()
  await node.dispose()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})
test.run()
