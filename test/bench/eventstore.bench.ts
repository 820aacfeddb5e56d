import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, jsonEvent, START, streamNameFilter } from '@eventstore/db-client'
import { encodeBody, positionAfter } from '#embedded/eventstore/record.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { openDatabase } from '#embedded/eventstore/store/database.ts'
import { createEventLog } from '#embedded/eventstore/store/log.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'

/**
 * The embedded event store against its floors. Appends: the same client against a node that stores nothing, and
 * SQLite storing the same rows with the same flushes alone. Catch-up: how fast, and in how much memory.
 * `EVENTS=1000000` for the long catch-up.
 */

export const name = 'event store'

const APPEND_MS = 3000
const IN_FLIGHT = [1, 64, 256]
const EVENT_BYTES = 1024
const CATCH_UP_EVENTS = Number(process.env.EVENTS ?? 100_000)

export async function bench(): Promise<void> {
  const rows: AppendFigures[] = []
  for (const inFlight of IN_FLIGHT) {
    rows.push(await withNothing(url => appends('nothing stored', url.url, url.pid, inFlight)))
    rows.push(await withNode(node => appends('embedded node', node.url, node.pid, inFlight)))
    rows.push(floorOfSqlite(inFlight))
  }
  console.table(rows.map(shown))
  console.table(await catchUp())
}

interface Target {
  readonly url: string
  readonly pid: number
}

interface AppendFigures {
  readonly what: string
  readonly inFlight: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of CPU per append. */
  readonly nodeCpu: number
  readonly clientCpu: number
}

function shown(figures: AppendFigures): Record<string, string | number> {
  return {
    what: figures.what,
    'in flight': figures.inFlight,
    'appends/s': Math.round(figures.perSecond),
    'p50 ms': Number(figures.p50.toFixed(2)),
    'p99 ms': Number(figures.p99.toFixed(2)),
    'node CPU µs': Math.round(figures.nodeCpu),
    'client CPU µs': Math.round(figures.clientCpu),
  }
}

async function withNode<T>(
  body: (node: Target) => Promise<T>,
  dataDir = mkdtempSync(join(tmpdir(), 'eventstore-bench-')),
): Promise<T> {
  const node = await startEmbeddedEventStore({ dataDir })
  try {
    return await body(node)
  } finally {
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function withNothing<T>(body: (node: Target) => Promise<T>): Promise<T> {
  const main = new URL('../edge/eventstore/nothing-node.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = new Promise(resolve => child.once('close', resolve))
  const url = await new Promise<string>(resolve =>
    child.stdout.once('data', line => resolve(String(line).trim().slice('ready '.length))),
  )
  try {
    return await body({ url, pid: child.pid ?? 0 })
  } finally {
    child.kill()
    await closed
  }
}

async function appends(what: string, url: string, pid: number, inFlight: number): Promise<AppendFigures> {
  const client = EventStoreDBClient.connectionString(url)
  const latencies: number[] = []
  const run = async (until: number, keep: boolean): Promise<void> => {
    await Promise.all(
      Array.from({ length: inFlight }, async (_, lane) => {
        for (let i = 0; performance.now() < until; i++) {
          const started = performance.now()
          await client.appendToStream(`bench-${lane}-${i % 100}`, sized(EVENT_BYTES))
          if (keep) latencies.push(performance.now() - started)
        }
      }),
    )
  }
  await run(performance.now() + 1000, false)
  const nodeBefore = cpuOf(pid)
  const clientBefore = process.cpuUsage()
  const started = performance.now()
  await run(started + APPEND_MS, true)
  const seconds = (performance.now() - started) / 1000
  const nodeCpu = cpuOf(pid) - nodeBefore
  const client_ = process.cpuUsage(clientBefore)
  await client.dispose()
  latencies.sort((a, b) => a - b)
  const count = latencies.length
  return {
    what,
    inFlight,
    perSecond: count / seconds,
    p50: latencies[Math.floor(count / 2)] ?? 0,
    p99: latencies[Math.floor(count * 0.99)] ?? 0,
    nodeCpu: nodeCpu / count,
    clientCpu: (client_.user + client_.system) / count,
  }
}

function sized(bytes: number) {
  return jsonEvent({ type: 'BenchHappened', data: { padding: 'x'.repeat(bytes - 14) } })
}

/** The same rows, as many to a flush as there are appends in flight, and nothing else. */
function floorOfSqlite(inFlight: number): AppendFigures {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-bench-'))
  const database = openDatabase(dataDir)
  const log = createEventLog(database)
  const latencies: number[] = []
  const data = Buffer.from(JSON.stringify({ padding: 'x'.repeat(EVENT_BYTES - 14) }))
  let position = 0
  let count = 0
  const firsts = new Map<string, number>()
  const cpu = process.cpuUsage()
  const started = performance.now()
  while (performance.now() - started < APPEND_MS) {
    const begun = performance.now()
    database.exec('BEGIN IMMEDIATE')
    for (let i = 0; i < inFlight; i++, count++) {
      const proposed = {
        id: randomUUID(),
        type: 'BenchHappened',
        contentType: 'application/json',
        metadata: new Uint8Array(),
        data,
      }
      const event = {
        position,
        stream: `bench-${i}-${count % 100}`,
        revision: count,
        id: proposed.id,
        type: proposed.type,
        created: Date.now(),
        body: encodeBody(proposed, Date.now()),
      }
      const first = firsts.get(event.stream) ?? position
      firsts.set(event.stream, first)
      log.insert(event, first)
      position = positionAfter(event)
    }
    database.exec('COMMIT')
    latencies.push(performance.now() - begun)
  }
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  database.close()
  rmSync(dataDir, { recursive: true, force: true })
  latencies.sort((a, b) => a - b)
  return {
    what: 'SQLite alone',
    inFlight,
    perSecond: count / seconds,
    p50: latencies[Math.floor(latencies.length / 2)] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    nodeCpu: (used.user + used.system) / count,
    clientCpu: 0,
  }
}

/** Every tenth event is of the category the filter wants; a filtered run is counted in events considered. */
async function catchUp(): Promise<Record<string, string | number>[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-bench-'))
  await fill(dataDir, CATCH_UP_EVENTS)
  return withNode(async node => {
    const client = EventStoreDBClient.connectionString(node.url)
    const rows: Record<string, string | number>[] = []
    const idle = memoryOf(node.pid)
    const run = async (what: string, options: Parameters<typeof client.subscribeToAll>[0]): Promise<void> => {
      let seen = 0
      let most = 0
      const watch = setInterval(() => {
        most = Math.max(most, memoryOf(node.pid))
      }, 100)
      const cpu = cpuOf(node.pid)
      const clientCpu = process.cpuUsage()
      const started = performance.now()
      const subscription = client.subscribeToAll({ fromPosition: START, ...options })
      subscription.on('data', () => seen++)
      await new Promise(resolve => subscription.once('caughtUp', resolve))
      const seconds = (performance.now() - started) / 1000
      const used = process.cpuUsage(clientCpu)
      clearInterval(watch)
      subscription.on('error', () => {})
      await subscription.unsubscribe()
      rows.push({
        what,
        delivered: seen,
        'considered/s': Math.round(CATCH_UP_EVENTS / seconds),
        seconds: Number(seconds.toFixed(1)),
        'node CPU s': Number(((cpuOf(node.pid) - cpu) / 1e6).toFixed(1)),
        'client CPU s': Number(((used.user + used.system) / 1e6).toFixed(1)),
        'MB above idle': Math.round(Math.max(0, most - idle) / 1024),
      })
    }
    await run('$all', {})
    await run('$all, one prefix in ten', { filter: streamNameFilter({ prefixes: ['wanted-'] }) })
    await run('$all, nothing matches', { filter: streamNameFilter({ prefixes: ['nobody-'] }) })
    await client.dispose()
    return rows
  }, dataDir)
}

async function fill(dataDir: string, events: number): Promise<void> {
  const store = await openStore(dataDir, error => {
    throw error
  })
  const data = Buffer.from(JSON.stringify({ padding: 'x'.repeat(180) }))
  for (let i = 0; i < events; i += 1000) {
    const appends = Array.from({ length: Math.min(1000, events - i) }, (_, n) => {
      const stream = n % 10 === 0 ? `wanted-${n}` : `other-${n}`
      const event = {
        id: randomUUID(),
        type: 'BenchHappened',
        contentType: 'application/json',
        metadata: new Uint8Array(),
        data,
      }
      return store.writer.write({
        kind: 'append',
        stream,
        expected: 'any',
        events: [event],
        deadline: Number.POSITIVE_INFINITY,
      })
    })
    await Promise.all(appends)
  }
  store.close()
}

/** Ticks of /proc are 10 ms. */
const TICK_MICROSECONDS = 10_000

/** CPU a process has used, microseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS
}

/** Resident memory of a process, KiB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
