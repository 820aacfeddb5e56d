import { spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EventStoreDBClient } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { StoreUnusable } from '#embedded/eventstore/store/database.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { suite } from '../../harness/suite.ts'
import {
  append,
  connect,
  event,
  events,
  fingerprint,
  ids,
  read,
  sleep,
  startTestNode,
  type TestNode,
  until,
} from './harness.ts'

/** What must survive what: the embedded node's promises about its data folder, asked through the client. */

const test = suite('event store durability')

const DATABASE = 'events.db'
const MARK = 'MARKMARKMARK'
const WAL = 'events.db-wal'
const ACKNOWLEDGED = 'events.mark'
const LOST =
  /did not start: eventstore: .*events\.db has lost acknowledged events: it ends at position -?\d+, and \d+ was acknowledged\..* Restore a backup of the folder, or delete .*events\.mark to go on without these events/

/** Runs with a node of its own and leaves nothing behind. */
async function withNode(
  body: (node: TestNode, client: EventStoreDBClient) => Promise<void>,
  dataDir?: string,
): Promise<void> {
  const node = await startTestNode(dataDir)
  const client = connect(node.url)
  try {
    await body(node, client)
  } finally {
    await client.dispose()
    await node.dispose()
  }
}

function copyOf(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'eventstore-copy-'))
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

test('a kill right after an acknowledgement loses none of a hundred and keeps their order', async () => {
  await withNode(async (node, client) => {
    const sent: string[] = []
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 10; i++) {
        const one = event(i)
        while (
          !(
            await append(client, 'acked', one, sent.length === 0 ? 'no_stream' : BigInt(sent.length - 1)).catch(
              () => '',
            )
          ).startsWith('stored')
        )
          await sleep(20)
        sent.push(one.id)
      }
      await node.restart()
    }
    await until('the node to answer', async () => (await ids(client, 'acked').catch(() => [])).length > 0)
    assert.equal(await ids(client, 'acked'), sent)
  })
})

test('a restart changes nothing in $all, byte for byte', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('a', events(20))
    await client.setStreamMetadata('a', { maxCount: 5 })
    await client.deleteStream('a')
    await client.appendToStream('b', { ...event('x'), metadata: { cause: 1 } })
    await client.tombstoneStream('b')
    const before = await fingerprint(client)
    assert.ok(before.length > 20)
    await node.restart('SIGTERM')
    await until('the node to answer', () =>
      fingerprint(client).then(
        () => true,
        () => false,
      ),
    )
    assert.equal(await fingerprint(client), before)
  })
})

test('Ctrl-C, a signal to the whole group, leaves the node to the process that started it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'group-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const groupOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[2]
  assert.is.not(groupOf(node.pid), groupOf(process.pid))
  await node.stop()
  rmSync(dataDir, { recursive: true })
})

test('a copy of the folder of a stopped node is a backup', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('saved', events(50))
    const before = await fingerprint(client)
    await node.end('SIGTERM')
    await withNode(async (_, restored) => assert.equal(await fingerprint(restored), before), copyOf(node.dataDir))
    await node.start()
  })
})

test('a folder written before streams were known by their first event is brought up to date', async () => {
  await withNode(async (node, client) => {
    for (const stream of ['a', 'b', 'a', 'c', 'b']) await client.appendToStream(stream, events(3))
    await client.tombstoneStream('c')
    await client.tombstoneStream('never-written')
    const before = await fingerprint(client)
    const a = await ids(client, 'a')
    await node.end('SIGTERM')
    const database = new DatabaseSync(join(node.dataDir, DATABASE))
    database.exec(`
      DROP INDEX stream_by_name;
      DROP INDEX event_in_stream;
      ALTER TABLE event DROP COLUMN first;
      CREATE UNIQUE INDEX event_in_stream ON event (stream, revision);
      PRAGMA user_version = 1;`)
    database.close()
    await node.start()
    await until('the node to answer', async () => (await ids(client, 'a').catch(() => [])).length > 0)
    assert.equal(await fingerprint(client), before)
    assert.equal(await ids(client, 'a'), a)
    assert.is(await append(client, 'b', event(), 5n), 'stored 6')
    assert.is(await append(client, 'c', event()), 'stream-deleted')
    assert.is(await append(client, 'never-written', event()), 'stream-deleted')
    await node.restart()
    await until('the node to answer', async () => (await ids(client, 'b').catch(() => [])).length === 7)
  })
})

test('a log cut short anywhere is refused while it is known what it had; otherwise it loses only what was at its end', async () => {
  await withNode(async (node, client) => {
    for (let i = 0; i < 40; i++)
      await client.appendToStream('torn', event('y'.repeat(i * 50)), {
        expectedRevision: i === 0 ? 'no_stream' : BigInt(i - 1),
      })
    const all = await ids(client, 'torn')
    await node.end()
    for (const cut of [1, 8, 24, 100, 4096, 4120, 20_000]) {
      const copy = copyOf(node.dataDir)
      const file = openSync(join(copy, WAL), 'r+')
      ftruncateSync(file, statSync(join(copy, WAL)).size - cut)
      closeSync(file)
      await rejects(() => startEmbeddedEventStore({ dataDir: copy }), LOST)
      rmSync(join(copy, ACKNOWLEDGED))
      await withNode(async (_, survivor) => {
        const left = await ids(survivor, 'torn')
        assert.equal(left, all.slice(0, left.length), `cut by ${cut}`)
        assert.ok(
          left.length >= all.length - 1 - Math.ceil(cut / 4096) * 2,
          `cut by ${cut} lost ${all.length - left.length}`,
        )
        assert.is(await append(survivor, 'torn', event(), BigInt(left.length - 1)), `stored ${left.length}`)
      }, copy)
    }
    await node.start()
  })
})

test('a bit that has flipped in the log is no silent loss, wherever it is: the start is refused with words, or everything is there', async () => {
  await withNode(async (node, client) => {
    for (let i = 0; i < 30; i++) await client.appendToStream('flipped', event('z'.repeat(i * 40)))
    const all = await ids(client, 'flipped')
    await node.end()
    const log = readFileSync(join(node.dataDir, WAL))
    const openFolder = async (dataDir: string) => {
      const store = await openStore(dataDir, error => {
        throw error
      })
      try {
        return store.log.ids('flipped', 0, 100).map(({ id }) => id)
      } finally {
        store.close()
      }
    }
    let refused = 0
    const places = [2, 17, 40, ...Array.from({ length: 40 }, (_, i) => Math.floor(((i + 0.37) * log.length) / 40))]
    for (const place of places) {
      const copy = copyOf(node.dataDir)
      const flipped = Buffer.from(log)
      flipped[place]! ^= 1 << (place % 8)
      writeFileSync(join(copy, WAL), flipped)
      const found = await openFolder(copy).catch((error: Error) => error)
      if (found instanceof Error) {
        refused += 1
        assert.instance(found, StoreUnusable)
        assert.match(found.message, 'has lost acknowledged events')
        // What can still be got out of it is kept, and the next start says the same.
        assert.equal(readFileSync(join(copy, `${WAL}.refused`)), flipped)
        if (refused === 1) await rejects(() => startEmbeddedEventStore({ dataDir: copy }), LOST)
        rmSync(join(copy, ACKNOWLEDGED))
        const left = await openFolder(copy)
        assert.equal(left, all.slice(0, left.length))
      } else assert.equal(found, all, `a bit at ${place} of ${log.length}`)
      rmSync(copy, { recursive: true })
    }
    assert.ok(refused > 10, `${refused} refused`)
    await node.start()
  })
})

test('a mark that is missing, older, cut or rubbish is no alarm', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('marked', events(3))
    const older = readFileSync(join(node.dataDir, ACKNOWLEDGED))
    await client.appendToStream('marked', events(3))
    await node.end()
    const newer = readFileSync(join(node.dataDir, ACKNOWLEDGED))
    assert.not.equal(newer, older)
    const rubbish = Buffer.from(newer.toString().replace(/^0/, '9'))
    for (const mark of [undefined, older, newer.subarray(0, 10), Buffer.alloc(0), rubbish]) {
      const copy = copyOf(node.dataDir)
      rmSync(join(copy, ACKNOWLEDGED))
      if (mark !== undefined) writeFileSync(join(copy, ACKNOWLEDGED), mark)
      await withNode(async (_, survivor) => {
        assert.is((await ids(survivor, 'marked')).length, 6)
        assert.is(await append(survivor, 'marked', event(), 5n), 'stored 6')
        assert.ok(readFileSync(join(copy, ACKNOWLEDGED)).compare(newer) > 0)
      }, copy)
    }
    await node.start()
  })
})

test('garbage and zeros after the log are ignored, and the log goes on', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('trailing', events(5))
    const before = await ids(client, 'trailing')
    await node.end()
    for (const rubbish of [Buffer.alloc(10_000), Buffer.from('rubbish'.repeat(999))]) {
      const copy = copyOf(node.dataDir)
      appendFileSync(join(copy, WAL), rubbish)
      await withNode(async (survivor, other) => {
        assert.equal(await ids(other, 'trailing'), before)
        const late = event('late')
        assert.is(await append(other, 'trailing', late, 4n), 'stored 5')
        await survivor.restart()
        await until('the node to answer', () =>
          fingerprint(other).then(
            () => true,
            () => false,
          ),
        )
        assert.equal(await ids(other, 'trailing'), [...before, late.id])
      }, copy)
    }
    await node.start()
  })
})

/** Changes one letter of the marked event, wherever SQLite has left a copy of it. */
function damage(dataDir: string): void {
  const path = join(dataDir, DATABASE)
  const bytes = readFileSync(path)
  let found = 0
  for (let place = bytes.indexOf(MARK); place >= 0; place = bytes.indexOf(MARK, place + 1), found++)
    bytes.write('X', place)
  assert.ok(found > 0)
  writeFileSync(path, bytes)
}

test('a damaged event is never served, and the others are', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('whole', event('before'))
    // More than the tail that is proved at every start.
    await client.appendToStream('damaged', event(MARK))
    await client.appendToStream('whole', events(400))
    await node.end('SIGTERM')
    damage(node.dataDir)
    await node.start()
    await until('the node to answer', async () => typeof (await read(client, 'whole').catch(() => 'no')) !== 'string')
    assert.is((await ids(client, 'whole')).length, 401)
    const refused = await read(client, 'damaged').catch((error: Error) => error.message)
    assert.match(String(refused), /unknown|damaged/)
    await rejects(() => fingerprint(client), /damaged/)
  })
})

test('a log whose end is damaged is refused at start, with words', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('damaged', event(MARK))
    await node.end('SIGTERM')
    const copy = copyOf(node.dataDir)
    damage(copy)
    await rejects(() => startEmbeddedEventStore({ dataDir: copy }), /did not start: eventstore: .*damaged/)
    writeFileSync(join(copy, DATABASE), Buffer.alloc(8192, 7))
    await rejects(() => startEmbeddedEventStore({ dataDir: copy }), /did not start: eventstore: .*not a database/)
    await node.start()
  })
})

test('an event that has vanished is missed: at the end of the log by the start, before by who reads its stream', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('gap', events(3))
    await client.appendToStream('whole', events(400))
    await node.end('SIGTERM')
    const vanish = (dataDir: string, stream: string) => {
      const database = new DatabaseSync(join(dataDir, DATABASE))
      database.exec(
        `DELETE FROM event WHERE stream = '${stream}' AND revision = (SELECT max(revision) - 1 FROM event WHERE stream = '${stream}')`,
      )
      database.close()
    }
    const copy = copyOf(node.dataDir)
    vanish(copy, 'whole')
    await rejects(() => startEmbeddedEventStore({ dataDir: copy }), /did not start: eventstore: the log has a hole/)
    vanish(node.dataDir, 'gap')
    await node.start()
    await until('the node to answer', async () => (await ids(client, 'whole').catch(() => [])).length === 400)
    await rejects(
      () =>
        read(client, 'gap').then(outcome => {
          throw new Error(String(outcome))
        }),
      /unknown|has a hole/,
    )
  })
})

test('an index that disagrees with its events is refused at start: it would hide some', async () => {
  await withNode(async (node, client) => {
    await client.appendToStream('hidden', events(5))
    await node.end('SIGTERM')
    const copy = copyOf(node.dataDir)
    const database = new DatabaseSync(join(copy, DATABASE), { defensive: false })
    database.exec(`
      DROP INDEX event_in_stream;
      CREATE UNIQUE INDEX event_in_stream ON event (first, iif(revision = 3, 7, revision));
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'iif(revision = 3, 7, revision)', 'revision') WHERE name = 'event_in_stream';`)
    database.close()
    await rejects(() => startEmbeddedEventStore({ dataDir: copy }), /did not start: eventstore: .*damaged: .*index/)
    await node.start()
  })
})

test('a folder has one node; a killed one leaves no lock', async () => {
  await withNode(async (node, client) => {
    await rejects(() => startEmbeddedEventStore({ dataDir: node.dataDir }), /in use by another process/)
    await client.appendToStream('locked', event())
    await node.restart('SIGKILL')
    await until('the node to answer', async () => (await ids(client, 'locked').catch(() => [])).length === 1)
  })
})

test('a folder that cannot be had is refused by name', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-test-'))
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  mkdirSync(join(dataDir, DATABASE))
  for (const folder of [dataDir, file])
    await rejects(
      () => startEmbeddedEventStore({ dataDir: folder }),
      new RegExp(`did not start: eventstore: ${join(folder, DATABASE)} cannot be opened: `),
    )
  rmSync(dataDir, { recursive: true })
})

test('a port that is taken is refused with words', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-test-'))
    await rejects(
      () => startEmbeddedEventStore({ dataDir, port }),
      /did not start: eventstore: .* is taken by another process/,
    )
  } finally {
    await new Promise(resolve => other.close(resolve))
  }
})

test('SIGTERM under load: every append settles, and what was acknowledged is there', async () => {
  await withNode(async (node, client) => {
    const work = Array.from({ length: 400 }, (_, i) => ({ stream: `load-${i % 20}`, data: event(i) }))
    const settled = Promise.allSettled(work.map(({ stream, data }) => client.appendToStream(stream, data)))
    await sleep(15)
    await node.restart('SIGTERM')
    const outcomes = await settled
    await until('the node to answer', () =>
      fingerprint(client).then(
        () => true,
        () => false,
      ),
    )
    const stored = new Set((await Promise.all(Array.from({ length: 20 }, (_, i) => ids(client, `load-${i}`)))).flat())
    for (const [i, { status }] of outcomes.entries())
      if (status === 'fulfilled') assert.ok(stored.has(work[i]!.data.id), `acknowledged append ${i} is lost`)
  })
})

const MIB = 1024 * 1024
/**
 * Where it is met: small appends fill the write-ahead log first; of large ones the file it is moved to is full first.
 */
const FULL_DISKS = [
  { where: 'in the write-ahead log', fileBytesMax: 2 * MIB, eventBytes: 2_000 },
  { where: 'in the file itself', fileBytesMax: 6 * MIB, eventBytes: 100_000 },
]
for (const { where, fileBytesMax, eventBytes } of FULL_DISKS)
  test(`a disk that takes no more, ${where}, fails appends, keeps what was acknowledged, and is used again when it has room`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-full-'))
    // No process may write a file beyond this size: to the node that is a disk without room, and it needs no privileges
    // to arrange.
    const limited = await limitedNode(dataDir, fileBytesMax)
    const client = connect(limited.url)
    const acknowledged: string[] = []
    let refused = ''
    let one = event()
    try {
      for (let i = 0; refused === '' && i < 2000; i++) {
        one = event('z'.repeat(eventBytes))
        const outcome = await append(client, 'full', one)
        if (outcome.startsWith('stored')) acknowledged.push(one.id)
        else refused = outcome
      }
      assert.is(refused, 'unknown')
      assert.ok(acknowledged.length > 50)
      assert.equal(await ids(client, 'full'), acknowledged, 'reads go on')
      await limited.lift()
      assert.is(await append(client, 'full', one), `stored ${acknowledged.length}`, 'what was refused is no repeat')
    } finally {
      await client.dispose()
      await limited.end()
    }
    await withNode(async (_, again) => {
      const found = await ids(again, 'full')
      assert.equal(found, [...acknowledged, one.id])
    }, dataDir)
  })

/** A node under a limit on file sizes, which can be lifted while it runs. */
async function limitedNode(
  dataDir: string,
  bytes: number,
): Promise<{ url: string; lift(): Promise<void>; end(): Promise<void> }> {
  const main = new URL('../../../src/embedded/eventstore/main.ts', import.meta.url).pathname
  const words = `trap '' XFSZ; ulimit -S -f ${bytes / 1024}; exec "$@"`
  const child = spawn(
    'bash',
    ['-c', words, 'bash', process.execPath, main, '--data', dataDir, '--port', '0', '--exit-with-parent'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const closed = new Promise(resolve => child.once('close', resolve))
  const url = await new Promise<string>(resolve =>
    child.stdout.once('data', line => resolve(String(line).trim().slice('ready '.length))),
  )
  return {
    url,
    lift: async () => {
      const lifting = spawn('bash', ['-c', 'prlimit --pid "$0" --fsize=unlimited:', String(child.pid)], {
        stdio: 'inherit',
      })
      assert.is(await new Promise(resolve => lifting.once('close', resolve)), 0)
    },
    end: async () => {
      child.kill('SIGTERM')
      await closed
    },
  }
}

test('the node ends with the process that started it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-orphan-'))
  const spawnPath = new URL('../../../src/embedded/eventstore/spawn.ts', import.meta.url).href
  const script = `const { startEmbeddedEventStore } = await import(${JSON.stringify(spawnPath)}); const node = await startEmbeddedEventStore({ dataDir: ${JSON.stringify(dataDir)} }); console.log(node.pid); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(await new Promise(resolve => parent.stdout.once('data', line => resolve(String(line).trim()))))
  assert.ok(existsSync(`/proc/${pid}`) || process.platform !== 'linux')
  parent.kill('SIGKILL')
  await until('the orphan to end', () => !isAlive(pid))
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function rejects(act: () => Promise<unknown>, words: RegExp): Promise<void> {
  const outcome = await act().then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  )
  assert.match(outcome, words)
}

test.run()
