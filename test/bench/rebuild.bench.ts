import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { startProjector } from '#projector/projector.ts'
import { completed, processing, requestedData } from '../domain/refunds/samples.ts'
import { readModels } from '../harness/every-module.ts'
import { cpuSeconds, residentMb } from '../harness/process-figures.ts'
import { runningStores } from '../projector/running-stores.ts'
import { figure, median, perSecond, round } from './figures.ts'

export const name = 'rebuild'

/** Four events each: requested, processing, completed, and one that the network contradicts. 1,000,000 on demand. */
const REFUNDS = Number(process.env.BENCH_REBUILD_REFUNDS ?? 100_000)
const EVENTS_EACH = 4
const REFUNDS_PER_USER = 20
/** Refunds under way at the same time: so far apart are the events of one refund in the log. */
const UNDER_WAY = 2_000
const IN_FLIGHT = 256
const ROUNDS = Number(process.env.BENCH_REBUILD_ROUNDS ?? 3)
const MODELS = ['refunds', 'history', 'events']
const SAMPLE_MS = 200

export async function bench(): Promise<void> {
  const stores = await runningStores()
  try {
    const started = performance.now()
    await fill(stores.store)
    const events = REFUNDS * EVENTS_EACH
    figure(`filling a log with ${REFUNDS} refunds, events/s`, round(perSecond(events, performance.now() - started)))
    const floor: number[] = []
    const first: FirstBuilding[] = []
    const built = new Map(MODELS.map(model => [model, [] as Rebuilt[]]))
    for (let run = 0; run < ROUNDS; run += 1) {
      floor.push(await readWithNoWork(stores.store))
      first.push(await firstBuilding(stores))
      for (const model of MODELS) built.get(model)!.push(await rebuilt(model, stores.urls))
    }
    figure(`reading ${events} events with no work, events/s (floor)`, round(median(floor)), spread(floor))
    const rates = first.map(({ seconds }) => events / seconds)
    const cpu = (of: 'own' | 'stores') => round(median(first.map(each => (each[of] / events) * 1e6)))
    figure(
      `first building of all ${readModels.length} read models, events/s`,
      round(median(rates)),
      `${round((median(rates) / median(floor)) * 100)} % of the floor; ${spread(rates)}`,
    )
    figure('  CPU per event, µs', cpu('own'), `and ${cpu('stores')} of the stores`)
    for (const [model, runs] of built) {
      const rates = runs.map(({ events, seconds }) => events / seconds)
      const share = round((median(rates) / median(floor)) * 100)
      figure(`npm run rebuild -- ${model}, events/s`, round(median(rates)), `${share} % of the floor; ${spread(rates)}`)
      figure(`  its process at most, MB`, round(Math.max(...runs.map(({ peakMb }) => peakMb))))
    }
  } finally {
    await stores.stop()
  }
}

type FirstBuilding = { seconds: number; own: number; stores: number }

/** As a service starts that has an event store and an empty PostgreSQL. */
async function firstBuilding(stores: Awaited<ReturnType<typeof runningStores>>): Promise<FirstBuilding> {
  await stores.db.query(sql.unsafe`drop schema if exists read cascade`)
  await stores.db.query(sql.unsafe`delete from ops.checkpoints`)
  const own = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
  const all = () => cpuSeconds(process.pid)
  const [started, ownBefore, allBefore] = [performance.now(), own(), all()]
  const projector = startProjector(stores.deps(), readModels)
  while (!projector.health().ok) await delay(20)
  const seconds = (performance.now() - started) / 1_000
  const ownAfter = own() - ownBefore
  const cpu = { own: ownAfter, stores: all() - allBefore - ownAfter }
  await projector.stop()
  return { seconds, ...cpu }
}

function spread(rates: number[]): string {
  return `${round(Math.min(...rates))} to ${round(Math.max(...rates))}`
}

function eventsOf(number: number): RefundEvent[] {
  const beneficiary = { ...requestedData.beneficiary, user_id: `user_${Math.floor(number / REFUNDS_PER_USER)}` }
  return [
    { type: 'RefundRequested', data: { ...requestedData, transaction_id: `tx_${number}`, beneficiary } },
    processing(),
    completed(),
    {
      type: 'NetworkContradicted',
      data: {
        ...{ about: 'transfer', attempt: 0, said: { outcome: 'rejected', reference: 'NET-2' } },
        recorded: { status: 'completed', outcome: 'succeeded', reference: 'NET-1' },
      },
    },
  ]
}

/** Straight into the store: deciding is measured elsewhere. */
async function fill(store: EventStore): Promise<void> {
  const append = async (number: number, step: number) => {
    const stream = refundStreams.stream(`rf_${String(number).padStart(8, '0')}`)
    const { type, data } = eventsOf(number)[step]!
    const at = new Date(Date.UTC(2025, 0, 1) + number * 10_000 + step * 7_000).toISOString()
    const hash = createHash('sha256').update(`${stream}${step}`).digest('hex')
    const metadata = {
      ...{ v: 1 as const, at, actor: { sub: 'usr_1', client_id: 'clt_1', role: 'integrator', ip: '127.0.0.1' } },
      ...{
        request_id: 'req_1',
        correlation_id: 'req_1',
        causation_id: null,
        prev_hash: step === 0 ? null : hash,
        hash,
      },
    }
    await store.append(stream, step === 0 ? 'no_stream' : step - 1, [{ id: randomUUID(), type, data, metadata }])
  }
  for (let first = 0; first < REFUNDS; first += UNDER_WAY)
    for (let step = 0; step < EVENTS_EACH; step += 1) {
      let next = first
      const worker = async () => {
        while (next < Math.min(first + UNDER_WAY, REFUNDS)) await append(next++, step)
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
    }
}

async function readWithNoWork(store: EventStore): Promise<number> {
  const over = new AbortController()
  const started = performance.now()
  let events = 0
  await store.subscribe({
    prefixes: ['refund-'],
    from: null,
    signal: over.signal,
    async handle(batch) {
      events += batch.events.length
    },
    onCaughtUp: () => over.abort(),
  })
  return perSecond(events, performance.now() - started)
}

type Rebuilt = { events: number; seconds: number; peakMb: number }

/** The command, as an operator runs it; the time is what it says itself: all but the start of the process. */
async function rebuilt(model: string, urls: Record<string, string>): Promise<Rebuilt> {
  const root = resolve(import.meta.dirname, '../..')
  // With the memory that `npm run rebuild` gives to Node.
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
  const child = spawn(process.execPath, [...scripts.rebuild.split(' ').slice(1), model], {
    cwd: root,
    env: { ...process.env, ...urls },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let peakMb = 0
  const sampling = setInterval(() => {
    // One that has just ended has none.
    if (child.exitCode === null) peakMb = Math.max(peakMb, residentMb(child.pid!) || 0)
  }, SAMPLE_MS)
  let said = ''
  for await (const line of createInterface({ input: child.stdout })) said = line
  clearInterval(sampling)
  const [, events = '', time = '', unit] = /from ([\d,]+) events in ([\d.]+) (s|ms|min)/.exec(said) ?? []
  const [, minutes, seconds] = /in (\d+) min (\d+) s/.exec(said) ?? []
  const took = unit === 'min' ? 60 * Number(minutes) + Number(seconds) : Number(time) / (unit === 'ms' ? 1_000 : 1)
  return { events: Number(events.replaceAll(',', '')), seconds: took, peakMb }
}
