import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'nats'
import * as assert from 'uvu/assert'
import { problemText } from '#modules/audit/checkpoints/verify-store.ts'
import { startNatsServer } from '../../harness/nats-server.ts'
import { suite } from '../../harness/suite.ts'
import { playHistories, readLog } from '../../projector/refund-histories.ts'
import { eventually } from '../../projector/table-contents.ts'
import { checkpointedStores } from './checkpointed-stores.ts'

const STREAM = 'AUDIT_CHECKPOINTS'
const test = suite('checkpoints on NATS')
const folder = mkdtempSync(join(tmpdir(), 'nats-'))
const server = await startNatsServer({ jetStreamIn: folder })
const stores = await checkpointedStores({ nats: server.access })
test.after(async () => {
  await stores.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const play = (seed: number) => playHistories(stores.store, { seed, refunds: 10, clients: 2, users: 5, daysMax: 9 })
const cover = async () => stores.untilCovered((await readLog(stores.store, 'refund-')).length)

/** Every message of the stream. */
async function onBus(): Promise<string[]> {
  const connection = await connect({ servers: server.url })
  try {
    const manager = await connection.jetstreamManager()
    const { state } = await manager.streams.info(STREAM)
    const lines: string[] = []
    for (let seq = 1; seq <= state.last_seq; seq += 1)
      lines.push((await manager.streams.getMessage(STREAM, { seq })).string())
    return lines
  } finally {
    await connection.close()
  }
}
const hasAll = () =>
  eventually(
    'the bus has all',
    async () => (await onBus().catch(() => [])).length === (await stores.lines()).length,
    30_000,
  )

test('are the lines that PostgreSQL has, once each, and a broker that was away is caught up', async () => {
  let checkpoints = stores.start()
  await play(1)
  await cover()
  await hasAll()
  await server.stop()
  await play(2)
  await cover()
  await eventually('health says so', () => /checkpoints wait for NATS: /.test(checkpoints.health().note ?? ''))
  await server.startAgain()
  await hasAll()
  await eventually('health is right again', () => checkpoints.health().state === 'up')
  await checkpoints.stop()
  checkpoints = stores.start()
  await play(3)
  await cover()
  await hasAll()
  await checkpoints.stop()
  assert.equal(await onBus(), await stores.lines())
  const proved = await stores.prove()
  assert.equal([proved.problems, proved.notes], [[], []])
})

test('cannot be deleted there', async () => {
  const connection = await connect({ servers: server.url })
  const manager = await connection.jetstreamManager()
  for (const take of [() => manager.streams.deleteMessage(STREAM, 1), () => manager.streams.purge(STREAM)])
    try {
      await take()
      assert.unreachable()
    } catch (error) {
      assert.match(String(error), /not permitted|not enabled|deny/i)
    }
  await connection.close()
})

test('that another party put there are reported', async () => {
  const connection = await connect({ servers: server.url })
  const last = (await stores.lines()).length
  await connection.jetstream().publish('audit.checkpoints', 'somebody else')
  await connection.close()
  const proved = await stores.prove()
  assert.equal(proved.problems.map(problemText), [
    "NATS can't be read: the last message of AUDIT_CHECKPOINTS is not a checkpoint",
  ])
  assert.is(proved.lastCheckpoint, last)
})

test('cannot be compared while the broker is away, which is reported', async () => {
  await server.stop()
  const { problems } = await stores.prove()
  assert.equal(problems.map(problemText), ["NATS can't be read: NATS is not connected"])
})

test.run()
