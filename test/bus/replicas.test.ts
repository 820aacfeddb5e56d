import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import * as assert from 'uvu/assert'
import { DEAD_STREAM, INBOUND_STREAM, OUTBOUND_STREAM } from '#bus/streams.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { startTestNode } from '../edge/eventstore/harness.ts'
import { connectBus } from '../harness/bus.ts'
import { type Client, until } from '../harness/client.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { depth } from '../harness/depth.ts'
import { startNatsCluster } from '../harness/nats-cluster.ts'
import { natsServerVersion } from '../harness/nats-server.ts'
import { whileFrozen } from '../harness/processes.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { logInUnlimited, sharedKeys, testEnvironment } from '../harness/service.ts'
import { type SpawnedService, spawnService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { assertPublishedOnce } from './published.ts'

/** From 2.11 on the check of the expected sequence holds on copied streams. */
const MINOR_MIN = 11
const SIZE = 3
const KILLS = depth(3, 10)
const FROZEN_MS = depth(13_000, 20_000)
const LOAD_PARALLEL = 4
const PAUSE_MS = 100
const SETTLED_MS_MAX = 180_000
const STREAMS = [INBOUND_STREAM, OUTBOUND_STREAM, DEAD_STREAM]

const test = suite('streams of the bus on three servers')
const [major, minor] = natsServerVersion()

if (major === 2 && minor < MINOR_MIN) {
  console.log(
    `\nleft out: streams on several servers need NATS 2.${MINOR_MIN}, and nats-server here is ${major}.${minor}`,
  )
  test('are left out', () => assert.ok(minor >= 9, 'older ones have no limits per subject'))
} else {
  const folder = mkdtempSync(join(tmpdir(), 'bus-replicas-'))
  const postgresFolder = dataFolder('bus-replicas-')
  const [cluster, node, postgres] = await Promise.all([
    startNatsCluster(SIZE, folder),
    startTestNode(),
    startEmbeddedPostgres({ dataDir: postgresFolder }),
  ])
  const environment = testEnvironment({
    ...{ NATS_URL: cluster.url, EVENTSTORE_URL: node.url, DATABASE_URL: postgres.url, NATS_REPLICAS: String(SIZE) },
    ...{ BUS: 'in,out', SANDBOX_SPEED: '200', ...sharedKeys() },
  })
  const services: SpawnedService[] = []
  for (let n = 0; n < 2; n += 1) services.push(await spawnService(environment))
  const admin: Client = await logInUnlimited(services[0]!.url)
  const { body: me } = await admin.get('/api/auth/me')
  const anyServer = () => cluster.url.split(',').at(-1)!

  test.after(async () => {
    for (const { child } of services) child.kill('SIGKILL')
    await Promise.all(services.map(({ gone }) => gone))
    await Promise.all([cluster.stop(), node.dispose(), postgres.stop()])
    for (const path of [folder, postgresFolder]) rmSync(path, { recursive: true, force: true })
  })

  /** Refunds over HTTP and transactions over the bus until `work` is over, both as fast as they are answered. */
  async function underLoad(work: () => Promise<void>): Promise<{ refunds: string[]; messages: string[] }> {
    const [refunds, messages]: string[][] = [[], []]
    let isOver = false
    const connection = await connect({ servers: cluster.url.split(','), maxReconnectAttempts: -1 })
    const stream = connection.jetstream()
    const request = async () => {
      const transaction = transactionOf(10)
      const recorded = await admin.post('/transactions', transaction)
      assert.is(recorded.status, 201, recorded.text)
      const { status, text, body } = await admin.requestRefund(refundOf(transaction, 10))
      assert.ok(status === 201 || status === 200, `${status} ${text}`)
      refunds!.push(body.refund_id)
    }
    const publish = async () => {
      const data = transactionOf(10)
      const message = JSON.stringify({ id: data.transaction_id, time: data.timestamp, data })
      // As a publisher does: again until the bus has it.
      await until(
        () => stream.publish(`security.in.${me.client_id}.transaction`, message).catch(() => null),
        kept => kept !== null,
        SETTLED_MS_MAX,
      )
      messages!.push(data.transaction_id)
    }
    const repeat = async (one: () => Promise<void>) => {
      while (!isOver) {
        await one()
        await delay(PAUSE_MS)
      }
    }
    const load = [request, publish].flatMap(one => Array.from({ length: LOAD_PARALLEL }, () => repeat(one)))
    try {
      await work()
    } finally {
      isOver = true
    }
    await Promise.all(load)
    await connection.close()
    return { refunds: refunds!, messages: messages! }
  }

  async function assertNothingLost({ refunds, messages }: Awaited<ReturnType<typeof underLoad>>): Promise<void> {
    assert.ok(refunds.length > 0 && messages.length > 0)
    for (const stream of STREAMS) await cluster.untilWhole(stream)
    for (const id of refunds)
      await until(
        () => admin.get(`/refund/${id}`),
        ({ body }) => body.status === 'completed',
        SETTLED_MS_MAX,
      )
    const bus = await connectBus(anyServer())
    await bus.untilTaken(SETTLED_MS_MAX)
    assert.equal(await bus.dead(), [])
    await bus.close()
    for (const id of messages) assert.is((await admin.get(`/transactions/${id}`)).status, 200)
    await assertPublishedOnce(anyServer(), admin, SETTLED_MS_MAX)
    console.log(`${refunds.length} refunds, ${messages.length} messages`)
  }

  async function isReady(): Promise<void> {
    for (const { url } of services) assert.is((await fetch(`${url}/health/ready`)).status, 200)
  }

  test('each stream has a copy on each server, and health has nothing to complain of', async () => {
    for (const stream of STREAMS) await cluster.untilWhole(stream)
    await until(
      () => admin.get('/health/ready'),
      ({ body }) => body.parts.bus.state === 'up' && body.parts.bus.note === undefined,
      SETTLED_MS_MAX,
    )
  })

  test(`the server that leads a stream is killed, ${KILLS} times each, and comes back on its data`, async () => {
    await assertNothingLost(
      await underLoad(async () => {
        for (let kill = 0; kill < KILLS; kill += 1)
          for (const stream of [OUTBOUND_STREAM, INBOUND_STREAM]) {
            await delay(Math.random() * 1_500)
            const leader = cluster.servers[await cluster.leaderOf(stream)]!
            await leader.stop()
            await delay(2_000)
            await leader.startAgain()
            await cluster.untilWhole(stream)
          }
      }),
    )
  })

  test('the server that leads the published events is frozen, and so is the process that publishes', async () => {
    await assertNothingLost(
      await underLoad(async () => {
        for (const pids of [
          [cluster.servers[await cluster.leaderOf(OUTBOUND_STREAM)]!.pid()],
          ...services.slice(1).map(({ child }) => [child.pid!]),
        ])
          await whileFrozen(pids, () => delay(FROZEN_MS))
      }),
    )
  })

  test('two of three servers are gone: every process stays ready, and all goes on when they are back', async () => {
    await assertNothingLost(
      await underLoad(async () => {
        const [first, second] = cluster.servers
        await Promise.all([first!.stop(), second!.stop()])
        await delay(10_000)
        await isReady()
        await Promise.all([first!.startAgain(), second!.startAgain()])
      }),
    )
  })

  test('all servers are restarted, one after the other', async () => {
    await assertNothingLost(
      await underLoad(async () => {
        for (const server of cluster.servers) {
          await server.startAgain()
          for (const stream of STREAMS) await cluster.untilWhole(stream)
        }
      }),
    )
  })
}

test.run()
