import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { POOL_MAX } from '#config/environment.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { Rejection } from '#values/errors.ts'
import { depth } from '../harness/depth.ts'
import { openFiles, residentMb } from '../harness/process-figures.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { spawnDeliverer } from './spawn-deliverer.ts'
import { spawnSink } from './spawn-sink.ts'

/** The day is scaled; DEPTH=full is ten minutes. */
const SECONDS = depth(5, 600)
const PER_SECOND = 100
/** 5 % of the requests fail. */
const FAIL_ONE_OF = 20
/** The folded refunds that the enqueuer keeps are full by then; from there on the heap is flat. */
const FLAT_AFTER_S = 300
/** Idle connections to the endpoint end in seconds. */
const SETTLE_MS_MAX = 60_000

const test = suite('delivery: soak')
const dataDir = mkdtempSync(join(tmpdir(), 'soak-'))
const masterKey = randomBytes(32)
const [node, sink] = await Promise.all([
  startEmbeddedEventStore({ dataDir }),
  spawnSink({ answerMsMax: 20, failOneOf: FAIL_ONE_OF }),
])
const engine = await startEngine({ masterKey, store: connectEventStore(node.url) })
const deliverer = await spawnDeliverer({
  databaseUrl: engine.databaseUrl,
  eventStoreUrl: node.url,
  masterKey: masterKey.toString('hex'),
  caPem: sink.caPem,
  retryBaseMs: 500,
  limits: {},
})

const received = new Set<string>()
let failed = 0
async function collect() {
  const report = await sink.report()
  for (const id of report.ids) received.add(id)
  failed += report.failed
  return received.size
}

type Figures = { files: number; endpoint: number; database: number; heapMb: number; rssMb: number }

/** `files` without the connections to the database: its pool stays as large as it once was, up to its limit. */
function filesOf(pid: number) {
  const { files, to } = openFiles(pid)
  const endpoint = to.get(Number(new URL(sink.url).port)) ?? 0
  const database = to.get(engine.postgres.port) ?? 0
  return { files: files - database, endpoint, database }
}

async function figures(when: string): Promise<Figures> {
  const now = {
    ...filesOf(deliverer.pid),
    heapMb: (await deliverer.heapUsed()) / 2 ** 20,
    rssMb: residentMb(deliverer.pid),
  }
  const { files, endpoint, database, heapMb, rssMb } = now
  console.log(
    `\n${when.padEnd(18)} ${files} files, of them ${endpoint} connections to the endpoint; ${database} to the database; ` +
      `heap ${heapMb.toFixed(1)} MiB, resident ${rssMb.toFixed(0)} MiB`,
  )
  return now
}

test(`${PER_SECOND} events a second for ${SECONDS} s, 5 % failures: files and sockets return to what they were`, async () => {
  await engine.webhook({ url: sink.url, events: ['refund.*'] })
  await engine.refund()
  await until('a first delivery', async () => (await collect()) === 1, 30_000)
  const base = await figures('at rest, before')
  const started = performance.now()
  const pending = new Set<Promise<unknown>>()
  let sent = 1
  // A store without a core for seconds does not answer: such a refund may be stored, or may not.
  let uncertain = 0
  const tenths: Figures[] = []
  while (performance.now() - started < SECONDS * 1_000) {
    const seconds = (performance.now() - started) / 1_000
    for (; sent < seconds * PER_SECOND; sent += 1) {
      const request = engine
        .refund()
        .catch(error => {
          if (!(error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE')) throw error
          uncertain += 1
        })
        .finally(() => pending.delete(request))
      pending.add(request)
    }
    // In tenths: start, middle and end of the load are among them.
    if (seconds / SECONDS >= (tenths.length + 1) / 10) tenths.push(await figures(`after ${seconds.toFixed(0)} s`))
    if (sent % PER_SECOND === 0) await collect()
    await delay(5)
  }
  await Promise.all(pending)
  await until('all received', async () => (await collect()) >= sent - uncertain, 60_000)
  assert.ok(received.size <= sent, `${received.size} of ${sent} received`)
  assert.ok(uncertain <= sent / FAIL_ONE_OF, `${uncertain} of ${sent} appends were not answered`)
  await until(
    'files as before, and no connection to the endpoint',
    () => {
      const { files, endpoint } = filesOf(deliverer.pid)
      return endpoint === 0 && files <= base.files - base.endpoint
    },
    SETTLE_MS_MAX,
  ).catch(async error => {
    await figures('not settled')
    throw error
  })
  const end = await figures('at rest, after')
  console.log(`${sent} events, ${failed} requests failed`)
  assert.ok(failed > (sent / FAIL_ONE_OF) * 0.8, `${failed} failures`)
  assert.ok(end.database <= POOL_MAX + 1, `${end.database} connections to the database`)
  if (SECONDS < FLAT_AFTER_S * 2) return
  const middle = tenths[4]!.heapMb
  assert.ok(end.heapMb < middle * 1.1, `the heap grew from ${middle.toFixed(1)} to ${end.heapMb.toFixed(1)} MiB`)
})

test.after(async () => {
  await deliverer.kill()
  await engine.end()
  await node.stop()
  await sink.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
