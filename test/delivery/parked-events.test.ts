import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { enqueueAgain } from '#delivery/enqueue/enqueue-again.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { webhookStreams } from '#domain/webhooks/events.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: events that were set aside')
const folder = mkdtempSync(join(tmpdir(), 'set-aside-'))
const node = await startEmbeddedEventStore({ dataDir: folder })
const masterKey = randomBytes(32)
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, store: connectEventStore(node.url), masterKey })
const { db, store } = engine.service

/** `npm run set-aside` on the stores of this test. */
async function setAside(...args: string[]): Promise<string[]> {
  const script = resolve(import.meta.dirname, '../../src/programs/set-aside.ts')
  const env = {
    ...process.env,
    EVENTSTORE_URL: node.url,
    DATABASE_URL: engine.databaseUrl,
    MASTER_KEY: masterKey.toString('base64'),
  }
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env })
  return stdout.trim().split('\n')
}

/** As the enqueuer of an older version left them: its place behind them, and they are told to nobody. */
async function leaveAside(...streams: string[]): Promise<void> {
  const { commit, prepare } = (await store.end())!
  await db.query(sql.unsafe`
    update ops.checkpoints set commit_position = ${String(commit)}::bigint, prepare_position = ${String(prepare)}::bigint,
      last_event = ${String(commit)}::bigint where name = 'webhooks'`)
  for (const [place, stream] of streams.entries())
    await db.query(sql.unsafe`
      insert into ops.set_aside (follower, commit_position, prepare_position, stream, revision, type, reason)
      values ('webhooks', ${place}, ${place}, ${stream}, 0, 'SomeType', 'not known then')`)
}

test('are delivered once when they are handed over again; changes of endpoints stay parked', async () => {
  const first = await engine.start()
  const { webhook_id } = await engine.webhook({ url: sink.url })
  await engine.refund()
  await until('the endpoint is told', () => sink.received.length === 1)
  await first.stop()
  const refundId = await engine.refund()
  await leaveAside(refundStreams.stream(refundId), webhookStreams.stream(webhook_id))
  const both = await Promise.allSettled([setAside('retry'), setAside('retry')])
  // The second one is refused, or finds nothing where the first has ended.
  const refused = both.filter(({ status }) => status === 'rejected')
  for (const outcome of refused)
    assert.match(String((outcome as PromiseRejectedResult).reason), /another command retries parked events/)
  const taken = both.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value.at(-1) ?? ''] : []))
  assert.is(taken.filter(line => line.startsWith('1 of')).length, 1)
  assert.match((await setAside('list')).join('\n'), /it is a change of an endpoint.*\n1 events parked/)
  await engine.start()
  await until('told', () => sink.received.length === 2)
  assert.match(String(sink.received[1]?.body), refundId)
})

test('is translated once when it is handed over again', async () => {
  const refundId = await engine.refund()
  const [event] = await store.read(refundStreams.stream(refundId))
  const translated: string[] = []
  const counting: PublicEventDeclaration = {
    prefixes: [refundStreams.prefix],
    sources: [],
    schemas: {},
    translator: () => async events => {
      translated.push(...events.map(({ id }) => id))
      return events.map(() => null)
    },
  }
  const position = (await store.end())!
  await enqueueAgain(engine.service, [counting], { ...event!, position }, async () => undefined)
  assert.equal(translated, [event!.id])
})

test.after(async () => {
  await engine.end()
  await sink.close()
  await node.stop()
  rmSync(folder, { recursive: true })
})
test.run()
