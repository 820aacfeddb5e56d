import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { spawnSink } from '../delivery/spawn-sink.ts'
import { cpuSeconds, mainThreadSeconds } from '../harness/process-figures.ts'
import { refundOf, type SampleTransaction, transactionOf } from '../harness/samples.ts'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import { COUNTED_AFTER_MS, startCountedPostgres } from './counted-postgres.ts'
import { spawnService } from './spawned-service.ts'
import { watchWork } from './waiting-work.ts'

export const ALL_ROLES = 'api,projector,reactor,deliverer'

/** Each gets every event of each refund: refund.created, refund.processing, refund.completed. */
const ENDPOINTS = Number(process.env.BENCH_ENDPOINTS ?? 1)
const EVENTS_EACH = 3
const CONNECTIONS = 16
/** A busy machine records them well within the time limit of a request. */
const RECORDED_AT_ONCE = 200
/** An attempt that a busy machine let fail is repeated after 5, 21 and 84 s. */
const DONE_MS_MAX = 300_000
const POLL_MS = 200
const REPEAT_MS = 1_000
/** A recorded transaction is entered into its person's profile 5 s later. */
const DUE_SOON_MS = 6_000
/** The reservation of a refund is looked at once more after a minute, which is not waited for but before a rest. */
const DUE_EVER_MS = 70_000

export type WholeService = Awaited<ReturnType<typeof startWholeService>>
/** CPU seconds so far, by process. */
export type Cpu = { who: string; total: number }[]
/** CPU seconds so far; `thread`: of the one thread that has to do most of it, null where there is none such. */
export type Share = { who: string; total: number; thread: number | null }
/** Who asks and who receives webhooks: no part of the service, but of the load on this machine. */
export const CALLERS = 'callers and receiver'

/** The whole service on stores of its own with a receiver of webhooks: one process for each of `roles`. */
export async function startWholeService(roles: string[] = [ALL_ROLES], overrides: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-whole-'))
  const sink = await spawnSink()
  const WEBHOOK_CA_FILE = join(dataDir, 'ca.pem')
  writeFileSync(WEBHOOK_CA_FILE, sink.caPem)
  const eventStore = await startEmbeddedEventStore({ dataDir: join(dataDir, 'eventstore') })
  const postgres = await startCountedPostgres(dataDir)
  const environment = {
    DATA_DIR: dataDir,
    EVENTSTORE_URL: eventStore.url,
    DATABASE_URL: postgres.url,
    WEBHOOK_CA_FILE,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...overrides,
  }
  const services: { role: string; service: Awaited<ReturnType<typeof spawnService>> }[] = []
  for (const role of roles) services.push({ role, service: await spawnService({ ...environment, ROLES: role }) })
  const { url, token, pid } = services[0]!.service
  const work = await watchWork(eventStore.url, await postgres.urlAs('watcher'))
  for (let n = 0; n < ENDPOINTS; n += 1) await post('/webhooks', { url: sink.url, events: ['refund.*'] })
  const apis = services.filter(({ role }) => role.includes('api'))
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => openConnection(apis[n % apis.length]!.service.url)),
  )
  const free = [...connections]
  const waiting: ((connection: Connection) => void)[] = []
  let repeated = 0

  async function post(path: string, body: unknown): Promise<void> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.text()
    if (response.status === 201) return
    if (response.status !== 503) throw new Error(`POST ${path}: ${response.status} ${answer}`)
    await delay(REPEAT_MS)
    await post(path, body)
  }

  async function refund(transaction: SampleTransaction) {
    const headers = [`authorization: Bearer ${token}`, `idempotency-key: ${randomUUID()}`]
    const connection = free.shift() ?? (await new Promise<Connection>(resolve => waiting.push(resolve)))
    const body = JSON.stringify(refundOf(transaction, 100))
    const bytes = requestBytes('POST /refund/request', headers, body)
    while (!(await isAccepted(connection, bytes))) await delay(REPEAT_MS)
    const next = waiting.shift()
    if (next === undefined) free.push(connection)
    else next(connection)
  }

  /** A service that gets too little of the machine answers 503 for a moment, and to a repetition 409 or 200. */
  async function isAccepted(connection: Connection, bytes: Buffer): Promise<boolean> {
    try {
      await connection.ask(bytes, 201)
      return true
    } catch (error) {
      const status = /^Error: refused: HTTP\/1.1 (503|409|200) /.exec(String(error))?.[1]
      if (status === undefined) throw error
      repeated += 1
      return status === '200'
    }
  }

  /** The service's, by process; the receiver of webhooks is no part of it. */
  const cpu = (): Cpu => [
    ...services.map(({ role, service }) => ({ who: role, total: cpuSeconds(service.pid) })),
    { who: 'the event store node', total: cpuSeconds(eventStore.pid) },
    { who: 'PostgreSQL', total: postgres.cpu() },
  ]

  /** All that runs: the parts, and the callers and the receiver beside them. */
  const shares = (): Share[] => [
    ...services.map(({ role, service: { pid } }) => shareOf(role, pid)),
    shareOf('the event store node', eventStore.pid),
    { who: 'PostgreSQL', total: postgres.cpu(), thread: null },
    { who: CALLERS, total: cpuSeconds(sink.pid) + processCpuSeconds(), thread: null },
  ]

  /** Of PostgreSQL, without the bench's own queries. */
  const transactions = async () => (await postgres.transactions()) - work.queries()

  return {
    pid,
    environment,
    postgres,
    cpu,
    shares,
    lags: work.lags,
    /** Requests so far that were answered 503 and sent again. */
    repeated: () => repeated,
    transactions,

    async record(count: number): Promise<SampleTransaction[]> {
      const transactions = Array.from({ length: count }, () => transactionOf(100))
      for (let at = 0; at < count; at += RECORDED_AT_ONCE)
        await post('/transactions', transactions.slice(at, at + RECORDED_AT_ONCE))
      return transactions
    },

    /** At a steady rate, whether or not the ones before are answered; resolves when all are, with the last's delay. */
    async refunds(transactions: SampleTransaction[], rate: number): Promise<number> {
      const started = performance.now()
      let lateMs = 0
      const one = async (transaction: SampleTransaction, index: number) => {
        const due = started + (index / rate) * 1_000
        await delay(Math.max(0, due - performance.now()))
        await refund(transaction)
        lateMs = performance.now() - due
      }
      await Promise.all(transactions.map(one))
      return lateMs
    },

    /** Waits until all events of so many refunds are delivered, counted from the call of `countDeliveriesAnew`. */
    async untilDelivered(refunds: number): Promise<void> {
      const delivered = new Set<string>()
      const deadline = performance.now() + DONE_MS_MAX
      while (delivered.size < refunds * EVENTS_EACH) {
        for (const id of (await sink.report()).ids) delivered.add(id)
        if (performance.now() > deadline)
          throw new Error(`${delivered.size} of ${refunds * EVENTS_EACH} events delivered`)
        await delay(POLL_MS)
      }
    },
    /** Forgets the deliveries so far. */
    countDeliveriesAnew: () => sink.report(),

    /**
     * Waits until every consumer is at the end of the log, no job is due or will be soon, and every webhook is
     * delivered. Answers the CPU time up to then.
     */
    async untilDone(dueInMs = DUE_SOON_MS): Promise<Cpu> {
      const deadline = performance.now() + DONE_MS_MAX
      for (;;) {
        await delay(POLL_MS)
        // Before the question, which costs the stores something too.
        const soFar = cpu()
        if (await work.isDone(dueInMs)) return soFar
        if (performance.now() < deadline) continue
        const lags = [...(await work.lags())].map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
        throw new Error(`still waiting: ${lags.join(', ')}`)
      }
    },

    /** What so many seconds without a request cost, each. What was done before is counted by the time it begins. */
    async rest(seconds: number, user?: string) {
      await this.untilDone(DUE_EVER_MS)
      await delay(COUNTED_AFTER_MS)
      const before = { cpu: cpu(), transactions: await transactions() }
      await postgres.forget()
      await delay(seconds * 1_000)
      return {
        cpu: cpuBetween(before.cpu, cpu()).map(({ who, ms }) => ({ who, ms: ms / seconds })),
        transactions: ((await transactions()) - before.transactions) / seconds,
        statements: (await postgres.statements(user)) / seconds,
      }
    },

    async stop() {
      for (const connection of connections) connection.end()
      await work.stop()
      await Promise.all(services.map(({ service }) => service.end()))
      await Promise.all([eventStore.stop(), postgres.stop(), sink.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const shareOf = (who: string, pid: number): Share => ({ who, total: cpuSeconds(pid), thread: mainThreadSeconds(pid) })

function processCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

/** Milliseconds of CPU between two moments, by process. */
export function cpuBetween(before: Cpu, after: Cpu): { who: string; ms: number }[] {
  return after.map(({ who, total }, index) => ({ who, ms: (total - before[index]!.total) * 1_000 }))
}
