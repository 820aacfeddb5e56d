import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, client as clientAt, logIn } from '../harness/client.ts'
import { cpuSeconds } from '../harness/process-figures.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN, UNLIMITED } from '../harness/service.ts'
import { figure, percentile, round, timed } from './figures.ts'
import type { FloodReport } from './flood-sink-process.ts'
import { spawnService } from './spawned-service.ts'

export const name = 'webhooks under a flood'

const FLOODING = Number(process.env.BENCH_FLOOD_CLIENTS ?? 12)
/** Of each flooding client; every third hangs, every third answers 503, every third answers 200. */
const ENDPOINTS = Number(process.env.BENCH_FLOOD_ENDPOINTS ?? 100)
/** Of the flooding clients together, within SECONDS. */
const REFUNDS = Number(process.env.BENCH_FLOOD_REFUNDS ?? 530)
const SECONDS = Number(process.env.BENCH_FLOOD_SECONDS ?? 60)
/** Other clients, each with one endpoint that answers and a refund every three seconds. */
const OTHERS = 3
const OTHER_REFUNDS_EACH = Math.ceil(SECONDS / 3)
const BEHAVIOURS = ['hangs', 'fails', 'answers']
/** refund.created, refund.processing, refund.completed. */
const EVENTS_EACH = 3
const READY_ASKED_EVERY_MS = 190
/** How long after the last refund the endpoints that answer may still be waiting. */
const DRAIN_MS_MAX = 240_000
const PARALLEL = 8
const PART_MS = 10_000
const REQUEST_MS_MAX = 120_000
/** Requests that were answered with anything but 201, and asked again. */
let repeated = 0

/**
 * First attempts at endpoints that answer while most others of the same clients hang or fail, and what
 * `/health/ready` answers meanwhile. All roles run in one process on embedded stores; the endpoints are a process
 * beside it.
 */
export async function bench(): Promise<void> {
  const sink = await spawnFloodSink()
  const WEBHOOK_CA_FILE = join(mkdtempSync(join(tmpdir(), 'bench-flood-')), 'ca.pem')
  writeFileSync(WEBHOOK_CA_FILE, sink.caPem)
  const service = await spawnService({ WEBHOOK_CA_FILE, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
  try {
    const admin = clientAt(service.url, service.token)
    const flooding = await times(FLOODING, index => newClient(admin, `flood-${index}`))
    const others = await times(OTHERS, index => newClient(admin, `other-${index}`))
    for (const client of flooding)
      await timed(ENDPOINTS, PARALLEL, index =>
        addEndpoint(client, `${sink.url}/flooding/${BEHAVIOURS[index % BEHAVIOURS.length]}/${index}`),
      )
    for (const client of others) await addEndpoint(client, `${sink.url}/other/answers/0`)
    const plan = [...(await planned(flooding, REFUNDS)), ...(await planned(others, OTHERS * OTHER_REFUNDS_EACH))]
    await delay(5_000)
    await sink.report()

    const total: FloodReport = { groups: {}, doubled: 0 }
    const answering = {
      flooding: Math.floor((ENDPOINTS + BEHAVIOURS.length - 1 - BEHAVIOURS.indexOf('answers')) / 3),
      other: 1,
    }
    const expected = {
      'flooding answers': REFUNDS * EVENTS_EACH * answering.flooding,
      'other answers': OTHERS * OTHER_REFUNDS_EACH * EVENTS_EACH,
    }
    const ready = startAskingReady(service.url)
    const cpu = cpuSeconds(service.pid)
    const started = performance.now()
    const startedAtMs = Date.now()
    const refunding = Promise.all(plan.map(one => requestAt(one, started)))
    const arrived = async () => {
      add(total, await sink.report())
      return Object.entries(expected).every(([group, count]) => (total.groups[group]?.firsts.length ?? 0) >= count)
    }
    await refunding
    const floodMs = performance.now() - started
    const spent = cpuSeconds(service.pid) - cpu
    while (!(await arrived()) && performance.now() - started < floodMs + DRAIN_MS_MAX) await delay(500)
    const drainedMs = performance.now() - started
    const answers = await ready.stop()
    // What is sent twice would be sent by now.
    await delay(2_000)
    add(total, await sink.report())

    figure(
      `${plan.length} refunds requested within`,
      `${round(floodMs / 1_000, 1)} s`,
      `all delivered to those that answer after ${round(drainedMs / 1_000, 1)} s`,
    )
    figure('refund requests that were answered with an error and repeated', String(repeated))
    figure('CPU of the service process meanwhile', `${round((spent / floodMs) * 100_000)} %`, 'of one core')
    for (const [group, { firsts, attempts }] of Object.entries(total.groups).sort()) {
      const lagsMs = firsts.map(({ lagMs }) => lagMs)
      const at = (lags: number[], part: number) => `${round(percentile(lags, part) / 1_000, 2)} s`
      const of = group in expected ? ` of ${expected[group as keyof typeof expected]}` : ''
      const rest = `p95 ${at(lagsMs, 0.95)}, p99 ${at(lagsMs, 0.99)}; ${lagsMs.length}${of}; ${attempts} attempts`
      figure(`first attempts, ${group}`, `p50 ${at(lagsMs, 0.5)}`, rest)
      if (!(group in expected)) continue
      const parts = Map.groupBy(firsts, ({ atMs }) => Math.max(0, Math.floor((atMs - startedAtMs) / PART_MS)))
      const each = [...parts]
        .sort(([one], [other]) => one - other)
        .map(([, part]) =>
          at(
            part.map(first => first.lagMs),
            0.95,
          ),
        )
      figure('  p95 by ten seconds of the flood', '', each.join(', '))
    }
    figure('received again after a 200', String(total.doubled))
    const bad = answers.filter(({ status }) => status !== 200)
    figure(
      '/health/ready',
      `${answers.length - bad.length} × 200`,
      `of ${answers.length}; slowest ${round(Math.max(...answers.map(({ ms }) => ms)))} ms`,
    )
    for (const [what, list] of Map.groupBy(bad, ({ why }) => why)) figure(`  not ready: ${what}`, `${list.length} ×`)
  } finally {
    await service.stop()
    await sink.close()
  }
}

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

async function newClient(admin: Client, name: string): Promise<Client> {
  const email = `${name}@bank.example`
  const { body } = await admin.post('/admin/clients', { name, agreed_limit: UNLIMITED })
  const user = { client_id: body.client_id, email, role: 'admin', password: ADMIN.password }
  mustBe(201, await admin.post('/admin/users', user))
  return logIn(admin.url, email, ADMIN.password)
}

async function addEndpoint(client: Client, url: string) {
  mustBe(201, await client.post('/webhooks', { url, events: ['refund.*'] }))
}

type Planned = { client: Client; body: unknown; atMs: number }

/** Refunds of each client in turn, evenly over the time of the flood. */
async function planned(clients: Client[], count: number): Promise<Planned[]> {
  const plan: Planned[] = []
  for (const [index, client] of clients.entries()) {
    const numbers = Array.from({ length: count }, (_, number) => number).filter(
      number => number % clients.length === index,
    )
    const transactions = numbers.map(() => transactionOf(100))
    mustBe(201, await client.post('/transactions', transactions))
    for (const [at, number] of numbers.entries())
      plan.push({ client, body: refundOf(transactions[at]!, 100), atMs: ((number + 0.5) / count) * SECONDS * 1_000 })
  }
  return plan
}

async function requestAt({ client, body, atMs }: Planned, started: number) {
  await delay(Math.max(0, started + atMs - performance.now()))
  const key = randomUUID()
  const deadline = performance.now() + REQUEST_MS_MAX
  for (;;) {
    const answer = await client.requestRefund(body, key)
    // 200 and 409: the refund was recorded by an earlier try, whose answer was an error.
    if ([200, 201, 409].includes(answer.status)) return
    if (performance.now() > deadline) mustBe(201, answer)
    repeated += 1
    await delay(500)
  }
}

function mustBe(status: number, answer: { status: number; body: unknown }) {
  if (answer.status !== status) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`)
}

function startAskingReady(url: string) {
  const answers: { status: number; why: string; ms: number }[] = []
  let asking = true
  const running = (async () => {
    while (asking) {
      const started = performance.now()
      try {
        const response = await fetch(`${url}/health/ready`)
        const { parts } = (await response.json()) as { parts?: Record<string, { state: string }> }
        const why = Object.entries(parts ?? {}).flatMap(([part, { state }]) =>
          state === 'up' ? [] : [`${part} ${state}`],
        )
        answers.push({ status: response.status, why: why.join(', '), ms: performance.now() - started })
      } catch (error) {
        answers.push({ status: 0, why: String(error), ms: performance.now() - started })
      }
      await delay(Math.max(0, started + READY_ASKED_EVERY_MS - performance.now()))
    }
  })()
  return {
    async stop() {
      asking = false
      await running
      return answers
    },
  }
}

function add(total: FloodReport, { groups, doubled }: FloodReport) {
  total.doubled = doubled
  for (const [group, { firsts, attempts }] of Object.entries(groups)) {
    const sum = total.groups[group] ?? { firsts: [], attempts: 0 }
    total.groups[group] = sum
    for (const first of firsts) sum.firsts.push(first)
    sum.attempts += attempts
  }
}

async function spawnFloodSink() {
  const child = fork(fileURLToPath(new URL('flood-sink-process.ts', import.meta.url)))
  const [{ url, caPem }] = await once(child, 'message')
  return {
    url: url as string,
    caPem: caPem as string,
    async report(): Promise<FloodReport> {
      child.send('report')
      const [report] = await once(child, 'message')
      return report
    },
    async close() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

if (import.meta.main) await bench()
