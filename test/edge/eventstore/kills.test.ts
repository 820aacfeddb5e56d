import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventStoreDBClient } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { depth } from '../../harness/depth.ts'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, ids, read, sleep, startTestNode } from './harness.ts'

/**
 * kill -9, again and again, while appends are under way. Afterwards, through the client: every acknowledged event is
 * there and in order, no stream has a gap, no append of several events is there in part. DEPTH=full is the whole run.
 */
const KILLS_OF_STORAGE = depth(10, 200)
const KILLS_OF_NODE = depth(4, 200)

const test = suite('event store kills')

const APPENDER = fileURLToPath(new URL('appender.ts', import.meta.url))

/** Batches by lane, in the order they were acknowledged. */
type Acknowledged = Map<string, { batch: string; revision: number }[]>

test(`${KILLS_OF_STORAGE} kills of a process that appends one to five events at a time lose nothing and leave no halves`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-kills-'))
  const acknowledged: Acknowledged = new Map()
  for (let life = 0; life < KILLS_OF_STORAGE; life++) await liveAndDie(dataDir, life, acknowledged)
  const node = await startTestNode(dataDir)
  const client = connect(node.url)
  try {
    assert.is(acknowledged.size, 8)
    for (const [lane, batches] of acknowledged) await checkLane(client, lane, batches)
  } finally {
    await client.dispose()
    await node.dispose()
  }
})

async function liveAndDie(dataDir: string, life: number, acknowledged: Acknowledged): Promise<void> {
  const child = spawn(process.execPath, [APPENDER, dataDir, String(life)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  await new Promise(resolve => child.stdout.once('data', resolve))
  await sleep(Math.random() * 12)
  child.kill('SIGKILL')
  await new Promise(resolve => child.once('close', resolve))
  assert.is(child.signalCode, 'SIGKILL', 'the appender ended before it was killed')
  // The last line may be cut by the kill: then nobody was told.
  for (const line of said.split('\n').slice(1, -1)) {
    const [lane = '', batch = '', revision = ''] = line.split(' ')
    const batches = acknowledged.get(lane) ?? []
    acknowledged.set(lane, batches)
    batches.push({ batch, revision: Number(revision) })
  }
}

interface Batched {
  readonly batch: string
  readonly index: number
  readonly of: number
}

async function checkLane(
  client: EventStoreDBClient,
  lane: string,
  batches: { batch: string; revision: number }[],
): Promise<void> {
  const found = await read(client, `lane-${lane}`)
  if (typeof found === 'string') throw new Error(`lane ${lane}: ${found}`)
  const stored = found.map(({ event }) => event?.data as unknown as Batched)
  for (const [i, { event }] of found.entries()) assert.is(event?.revision, BigInt(i), `lane ${lane} has a gap`)
  for (const [i, { batch, index, of }] of stored.entries()) {
    if (index > 0) assert.is(stored[i - 1]?.batch, batch, `a batch of lane ${lane} is torn at ${i}`)
    if (index < of - 1) assert.is(stored[i + 1]?.batch, batch, `half a batch in lane ${lane} at ${i}`)
  }
  for (const { batch, revision } of batches) {
    assert.is(stored[revision]?.batch, batch, `acknowledged ${batch} is not at ${revision} of lane ${lane}`)
    assert.is(stored[revision]?.index, stored[revision]!.of - 1)
  }
}

test(`${KILLS_OF_NODE} kills of the node while the client appends: each append is there once after its retry`, async () => {
  const node = await startTestNode()
  const client = connect(node.url)
  const stream = 'killed'
  const expected: string[] = []
  try {
    for (let life = 0; life < KILLS_OF_NODE; life++) {
      let dead = false
      const dying = sleep(Math.random() * 25).then(async () => {
        dead = true
        await node.end()
      })
      while (!dead) {
        const batch = [event(), event(), event()].slice(0, 1 + (expected.length % 3))
        // Remembered before the answer: after the kill the same batch is sent again at the same revision.
        const at = expected.length === 0 ? 'no_stream' : BigInt(expected.length - 1)
        try {
          await client.appendToStream(stream, batch, { expectedRevision: at })
        } catch {
          await dying
          await node.start()
          await retried(client, stream, batch, at)
        }
        expected.push(...batch.map(({ id }) => id))
      }
      await dying
      if (node.isDown()) await node.start()
    }
    await retried(client, stream, [], BigInt(expected.length - 1))
    assert.equal(await ids(client, stream), expected)
  } finally {
    await client.dispose()
    await node.dispose()
  }
})

/** The first calls after a restart may still meet the broken connection. */
async function retried(
  client: EventStoreDBClient,
  stream: string,
  batch: ReturnType<typeof event>[],
  at: bigint | 'no_stream',
): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    try {
      const outcome = await append(client, stream, batch, at)
      if (outcome.startsWith('stored')) return
      if (outcome.startsWith('wrong')) throw new Error(`a retry was refused: ${outcome}`)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('a retry')) throw error
    }
    await sleep(20)
  }
  throw new Error('the node did not come back')
}

test.run()
