import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, ids, startTestNode } from './harness.ts'

/**
 * Real nodes on a kernel that refuses: strace makes the system calls of one process fail, from the one that is named
 * on.
 */

const test = suite('event store on a failing disk')

const MAIN = new URL('../../../src/embedded/eventstore/main.ts', import.meta.url).pathname
/** Flushes of a start are some ten; this many later the disk fails. */
const FLUSHES_BEFORE = 60
const APPENDS_MAX = 500
const END_MS_MAX = 30_000

interface Doomed {
  readonly url: string
  /** What it said at its end. */
  readonly words: () => string
  readonly exited: Promise<number | null>
  kill(): void
}

const nodes: ChildProcess[] = []

async function nodeWith(dataDir: string, failure: string): Promise<Doomed> {
  const trace = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${failure.split(':')[0]}`, '-e', `inject=${failure}`]
  const node = [process.execPath, MAIN, '--data', dataDir, '--port', '0', '--exit-with-parent']
  const child = spawn('strace', [...trace, ...node], { stdio: ['pipe', 'pipe', 'pipe'] })
  let words = ''
  child.stderr.on('data', chunk => (words += chunk))
  nodes.push(child)
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const ready = new Promise<string>(resolve => child.stdout.once('data', line => resolve(String(line).trim())))
  const first = await Promise.race([ready, exited])
  if (typeof first !== 'string') throw new Error(`it did not start: ${words}`)
  return { url: first.slice('ready '.length), words: () => words, exited, kill: () => child.stdin.end() }
}

/** Appends one after the other until one fails; answers the ids that were acknowledged, and the failure. */
async function appendUntilFailure(url: string) {
  const client = connect(url)
  const acknowledged: string[] = []
  try {
    for (let i = 0; i < APPENDS_MAX; i++) {
      const one = event(i)
      const outcome = await append(client, 'doomed', one).catch((error: { code?: number }) => `code ${error.code}`)
      if (!outcome.startsWith('stored')) return { acknowledged, failure: outcome }
      acknowledged.push(one.id)
    }
    throw new Error('nothing failed')
  } finally {
    await client.dispose()
  }
}

/** What a node on a disk that works again finds. */
async function idsAfterwards(dataDir: string): Promise<string[]> {
  const node = await startTestNode(dataDir)
  const client = connect(node.url)
  try {
    const found = await ids(client, 'doomed')
    assert.is(await append(client, 'doomed', event(), BigInt(found.length - 1)), `stored ${found.length}`)
    return found
  } finally {
    await client.dispose()
    await node.dispose()
  }
}

if (spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0) {
  test('a flush that fails ends the node, and the next start has all that was acknowledged', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-failing-'))
    const node = await nodeWith(dataDir, `fsync,fdatasync:error=EIO:when=${FLUSHES_BEFORE}+`)
    const { acknowledged } = await appendUntilFailure(node.url)
    assert.ok(acknowledged.length > FLUSHES_BEFORE / 2, `${acknowledged.length} were stored before`)
    assert.is(await Promise.race([node.exited, delay(END_MS_MAX, 'still running', { ref: false })]), 1)
    assert.match(node.words(), /the disk failed to flush/)
    const found = await idsAfterwards(dataDir)
    assert.equal(found.slice(0, acknowledged.length), acknowledged)
    // The one whose flush failed may be there or not: nobody was told.
    assert.ok(found.length <= acknowledged.length + 1)
  })

  test('a disk that is full fails appends, and nothing that was acknowledged is lost', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-full-'))
    const node = await nodeWith(dataDir, 'pwrite64:error=ENOSPC:when=200+')
    const { acknowledged, failure } = await appendUntilFailure(node.url)
    assert.is(failure, 'unknown')
    const client = connect(node.url)
    assert.equal(await ids(client, 'doomed'), acknowledged, 'reads go on')
    await client.dispose()
    node.kill()
    await node.exited
    assert.equal(await idsAfterwards(dataDir), acknowledged)
  })
} else {
  test('no process can be traced here, so no system call is made to fail', () => {})
}

test.after(() => {
  for (const child of nodes) child.stdin?.end()
})
test.run()
