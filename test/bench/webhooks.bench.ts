import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { createAgents } from '#delivery/dispatch/agents.ts'
import { claim } from '#delivery/dispatch/claim.ts'
import { post } from '#delivery/dispatch/post.ts'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { uuidOf } from '#delivery/queue.ts'
import { requestBody, sharedPart } from '#domain/webhooks/envelope.ts'
import { sampleData } from '#domain/webhooks/sample-events.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { addressRule } from '#edge/outbound/addresses.ts'
import { createResolve } from '#edge/outbound/resolve.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { type Engine, startEngine } from '../delivery/engine.ts'
import { type SpawnedSink, spawnSink } from '../delivery/spawn-sink.ts'
import { cpuSeconds } from '../harness/process-figures.ts'
import { type BesideFloor, rateBesideFloor } from './figures.ts'

export const name = 'webhooks'

const EVENTS = Number(process.env.BENCH_WEBHOOK_EVENTS ?? 20_000)
const RATES = [50, 200, 500, 1_000]
const RATE_SECONDS = Number(process.env.BENCH_WEBHOOK_SECONDS ?? 8)
const WAITING = Number(process.env.BENCH_WEBHOOK_WAITING ?? 1_000_000)
/** Makes the payload of a refund 1 KiB. */
const DESCRIPTION = 'x'.repeat(400)

/** Deliveries per second against bare undici, lag by rate, cost per event, and the same with a million rows waiting. */
export async function bench(): Promise<void> {
  const sink = await spawnSink()
  const floor = await bareUndici(sink)
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-webhooks-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const engine = await startEngine({ caPem: sink.caPem, store: connectEventStore(node.url) })
  engine.service.log.level = 'warn'
  try {
    const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.*'] })
    await append(engine, EVENTS)
    await sink.report()
    const before = await size(engine)
    const cpu = () => cpuOf(engine, node.pid, sink.pid)
    const cpuBefore = Object.values(cpu())
    const started = performance.now()
    const delivery = await engine.start({ limits: DELIVERY_LIMITS })
    const ids = await receive(sink, EVENTS)
    const seconds = (performance.now() - started) / 1_000
    const after = await size(engine)
    const spent = Object.entries(cpu()).map(([who, total], index) => [who, total - cpuBefore[index]!] as const)
    print('bare undici, same bodies, signing and sink (floor)', `${floor.perSecond.toFixed(0)}/s`)
    print(
      `${EVENTS} events, one endpoint`,
      `${(EVENTS / seconds).toFixed(0)}/s = ${((100 * EVENTS) / seconds / floor.perSecond).toFixed(0)} % of the floor`,
    )
    print('duplicates', String(ids.length - new Set(ids).size))
    const perEvent = (seconds: number) => `${((seconds / EVENTS) * 1e6).toFixed(0)} µs`
    print('CPU per event of the bare sender and its sink (floor)', perEvent(floor.cpuSeconds))
    print('CPU per delivered event, all processes', perEvent(spent.reduce((sum, [, own]) => sum + own, 0)))
    for (const [who, own] of spent) print(`  of it ${who}`, perEvent(own))
    print(
      'PostgreSQL per event',
      `${((after.bytes - before.bytes) / EVENTS).toFixed(0)} bytes, ${((after.rows - before.rows) / EVENTS).toFixed(2)} rows`,
    )
    for (const rate of RATES) print(`lag at ${rate}/s`, await lagAt(engine, sink, rate))
    await delivery.stop()
    print('claim of 64 rows, nothing else waiting', await claimTime(engine))
    await fillWaiting(engine, webhook_id)
    print(`claim of 64 rows, ${WAITING} rows waiting`, await claimTime(engine))
    await engine.start({ limits: DELIVERY_LIMITS })
    await delay(2_000)
    for (const rate of [200]) print(`lag at ${rate}/s, ${WAITING} rows waiting`, await lagAt(engine, sink, rate))
  } finally {
    await engine.end()
    await node.stop()
    await sink.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Deliveries/s to one endpoint, and their floor, in turns. */
export async function deliveriesBesideFloor(rounds: number, events = 2_000): Promise<BesideFloor[]> {
  const sink = await spawnSink()
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-webhooks-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const engine = await startEngine({ caPem: sink.caPem, store: connectEventStore(node.url) })
  engine.service.log.level = 'warn'
  try {
    await engine.webhook({ url: sink.url, events: ['refund.*'] })
    const measured: BesideFloor[] = []
    // The first round makes the two warm.
    for (let run = 0; run <= rounds; run += 1) {
      const floor = await bareUndici(sink, events)
      await append(engine, events)
      await sink.report()
      const started = performance.now()
      const delivery = await engine.start({ limits: DELIVERY_LIMITS })
      const { length } = await receive(sink, events)
      const seconds = (performance.now() - started) / 1_000
      await delivery.stop()
      if (length < events) throw new Error(`${length} of ${events} events delivered`)
      if (run > 0) measured.push(rateBesideFloor(events / seconds, floor.perSecond))
    }
    return measured
  } finally {
    await engine.end()
    await node.stop()
    await sink.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function print(what: string, value: string) {
  console.log(`  ${what.padEnd(52)} ${value}`)
}

async function append(engine: Engine, count: number) {
  const one = async () => void (await engine.refund(undefined, { description: DESCRIPTION }))
  for (let done = 0; done < count; done += 64)
    await Promise.all(Array.from({ length: Math.min(64, count - done) }, one))
}

/** Ids in the order of receipt. */
async function receive(sink: SpawnedSink, count: number): Promise<string[]> {
  const ids: string[] = []
  const deadline = performance.now() + 120_000
  while (ids.length < count && performance.now() < deadline) {
    ids.push(...(await sink.report()).ids)
    if (ids.length < count) await delay(20)
  }
  return ids
}

async function lagAt(engine: Engine, sink: SpawnedSink, rate: number): Promise<string> {
  await delay(500)
  await sink.report()
  const lags: number[] = []
  const started = performance.now()
  const total = rate * RATE_SECONDS
  let asked = 0
  const pending: Promise<unknown>[] = []
  while (asked < total) {
    const owed = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * rate))
    for (; asked < owed; asked += 1) pending.push(engine.refund(undefined, { description: DESCRIPTION }))
    await delay(2)
  }
  await Promise.all(pending)
  const appended = (performance.now() - started) / 1_000
  for (let tries = 0; lags.length < total && tries < 200; tries += 1) {
    lags.push(...(await sink.report()).lagsMs)
    await delay(25)
  }
  lags.sort((a, b) => a - b)
  const at = (part: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * part))]
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, max ${lags.at(-1)} ms (${lags.length} of ${total}, appended at ${(total / appended).toFixed(0)}/s)`
}

async function bareUndici(sink: SpawnedSink, events = EVENTS): Promise<{ perSecond: number; cpuSeconds: number }> {
  const limits = DELIVERY_LIMITS
  const allows = addressRule(['127.0.0.0/8'])
  const agents = createAgents({
    resolve: createResolve(['127.0.0.0/8']),
    allows,
    ca: sink.caPem,
    limits,
    onConnect: () => undefined,
  })
  const keys = [signingKey(1, 'whsec_bench-bench-bench', null)]
  const data = { ...sampleData('refund.created', new Date()), description: DESCRIPTION, more: 'x'.repeat(100) }
  const url = new URL(sink.url)
  let left = events
  const worker = async () => {
    while (left-- > 0) {
      const id = `evt_${randomUUID()}`
      const shared = Buffer.from(sharedPart({ id, type: 'refund.created', created_at: new Date().toISOString(), data }))
      const body = requestBody(shared, { webhook_id: 'wh_bench', delivery_attempt: 1, sequence: 1, test_mode: true })
      const headers = signatureHeaders(keys, { eventId: id, webhookId: 'wh_bench', attempt: 1, body, at: new Date() })
      await post(agents, { url, headers: { 'content-type': 'application/json', ...headers }, body }, limits)
    }
  }
  const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6 + cpuSeconds(sink.pid)
  const before = cpu()
  const started = performance.now()
  await Promise.all(Array.from({ length: limits.windowMax }, worker))
  const seconds = (performance.now() - started) / 1_000
  const spent = cpu() - before
  await Promise.all([agents.keepAlive.destroy(), agents.singleUse.destroy()])
  await sink.report()
  return { perSecond: events / seconds, cpuSeconds: spent }
}

/** Ten claims of 64 due rows of an endpoint of its own, while no deliverer runs. */
async function claimTime({ service, webhook, refund, start }: Engine): Promise<string> {
  const clientId = `clt_claim_${randomUUID()}`
  const { webhook_id } = await webhook({ url: 'https://127.0.0.1:9/hook', rate_per_second: 0.0001 }, clientId)
  await refund(clientId)
  const enqueued = await start({ limits: DELIVERY_LIMITS })
  await delay(1_000)
  await enqueued.stop()
  const day = service.now().toISOString().slice(0, 10)
  await service.db.query(sql.unsafe`
    insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at)
    select day, gen_random_uuid(), event, webhook, type, 'pending', false, now(), now()
    from ops.webhook_deliveries, generate_series(1, 700) where webhook = ${uuidOf(webhook_id)}`)
  const rooms = [{ webhook: uuidOf(webhook_id), slots: 64 }]
  const times: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    const started = performance.now()
    await claim(service.db, rooms, { oldest: day, leasedIds: [], byMs: null, leaseMs: 3_600_000 })
    times.push(performance.now() - started)
  }
  await service.db.query(
    sql.unsafe`update ops.webhook_deliveries set state = 'cancelled' where webhook = ${uuidOf(webhook_id)}`,
  )
  return `median ${times.sort((a, b) => a - b)[5]!.toFixed(1)} ms`
}

const Size = z.object({ bytes: z.number(), rows: z.number() })

async function size({ service }: Engine) {
  return service.db.one(sql.type(Size)`
    select (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('ops', 'vault') and c.relkind = 'r') as bytes,
      ((select count(*) from ops.webhook_events) + (select count(*) from ops.webhook_deliveries)
        + (select count(*) from ops.webhook_attempts))::int8 as rows`)
}

/** CPU seconds so far of every process that has a part in it. */
function cpuOf({ dataDir }: Engine, eventStorePid: number, sinkPid: number) {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const { user, system } = process.cpuUsage()
  return {
    // Without its children: they are the others.
    'the service': (user + system) / 1e6,
    'its PostgreSQL': cpuSeconds(postmaster),
    'the event store node': cpuSeconds(eventStorePid),
    'the sink': cpuSeconds(sinkPid),
  }
}

/** Rows that wait an hour from now: half for this endpoint, half for another. */
async function fillWaiting({ service, webhook }: Engine, webhookId: string) {
  const other = await webhook({ url: 'https://127.0.0.1:9/hook', events: ['fraud.*'] })
  const day = service.now().toISOString().slice(0, 10)
  for (const id of [webhookId, other.webhook_id])
    await service.db.query(sql.unsafe`
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at)
      select ${day}, gen_random_uuid(), ${uuidv7()}, ${uuidOf(id)}, 'refund.created', 'pending', false,
        ${new Date(service.now().getTime() + 3_600_000).toISOString()}::timestamptz + n * interval '1 ms', ${service.now().toISOString()}
      from generate_series(1, ${Math.floor(WAITING / 2)}) n`)
  // A queue that has grown over days is analysed and on disk; the writing of a million rows at once is not what is
  // measured.
  await service.db.query(sql.unsafe`vacuum analyze ops.webhook_deliveries`)
  await service.db.query(sql.unsafe`checkpoint`)
}

if (import.meta.main) await bench()
