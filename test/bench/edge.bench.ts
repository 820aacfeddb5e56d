import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection, requestBytes } from './connection.ts'
import { PEOPLE } from './edge-crowd-people.ts'
import { figure, median, percentile, round } from './figures.ts'

export const name = 'edge'

const CONNECTIONS = 32
const RUN_MS = 1_000
const WARM_UP_MS = 1_500
const ROUNDS = 15
/** One request every so often: what somebody else sees while logins wait. */
const PROBE_EVERY_MS = 5
const PROBE_MS = 5_000
const CROWD_GATHERS_MS = 2_500

/**
 * An authenticated, rate-limited, logged GET that does nothing, against the same route on bare Fastify; then logins.
 */
export async function bench(): Promise<void> {
  const [bare, edge] = [await serve('bare'), await serve('edge')]
  try {
    for (const server of [bare, edge]) await load(server, WARM_UP_MS)
    const rates: Record<'bare' | 'edge', Load[]> = { bare: [], edge: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.bare.push(await load(bare, RUN_MS))
      rates.edge.push(await load(edge, RUN_MS))
    }
    const of = (which: 'bare' | 'edge', what: keyof Load) => median(rates[which].map(load => load[what]))
    const parts = rates.edge.map(({ perSecond }, n) => (perSecond / rates.bare[n]!.perSecond) * 100)
    const shown = (which: 'bare' | 'edge') =>
      `p99 ${round(of(which, 'p99'), 2)} ms, ${round(of(which, 'cpu'), 1)} µs CPU each`
    figure('bare Fastify, requests/s (floor)', round(of('bare', 'perSecond')), shown('bare'))
    figure('the edge, requests/s', round(of('edge', 'perSecond')), shown('edge'))
    const [least = 0, most = 0] = [percentile(parts, 0), percentile(parts, 1)]
    const spread = `aim ≥ 55 %; ${ROUNDS} rounds ${round(least)}–${round(most)} %`
    figure('the edge, part of the floor', `${round(median(parts))} %`, spread)
    figure('the same by CPU time', `${round((of('bare', 'cpu') / of('edge', 'cpu')) * 100)} %`)
    await logins(edge)
  } finally {
    for (const { child } of [bare, edge]) child.disconnect()
  }
}

async function logins(server: Server): Promise<void> {
  const idle = await probe(server)
  const crowd = fork(new URL('edge-crowd.ts', import.meta.url), [server.url])
  await delay(CROWD_GATHERS_MS)
  const busy = await probe(server)
  crowd.send('enough')
  const [{ perSecond, sentAway }] = (await once(crowd, 'message')) as [{ perSecond: number; sentAway: number }]
  figure('logins/s', round(perSecond, 1), `${sentAway} told to come back (gate: 32 wait)`)
  figure('p99 of another GET, idle', `${round(percentile(idle, 0.99), 2)} ms`, `p50 ${round(median(idle), 2)} ms`)
  figure(
    `p99 of another GET while ${PEOPLE} logins wait`,
    `${round(percentile(busy, 0.99), 2)} ms`,
    `p50 ${round(median(busy), 2)} ms, ${round(percentile(busy, 0.99) / percentile(idle, 0.99), 1)} × idle, aim ≤ 4 ×`,
  )
}

async function probe(server: Server): Promise<number[]> {
  const milliseconds: number[] = []
  const until = performance.now() + PROBE_MS
  const { ask, end } = await caller(server)
  while (performance.now() < until) {
    const started = performance.now()
    await ask()
    milliseconds.push(performance.now() - started)
    await delay(PROBE_EVERY_MS)
  }
  end()
  return milliseconds
}

/** `cpu`: microseconds of the server per request. */
type Load = { perSecond: number; p99: number; cpu: number }

async function load(server: Server, ms: number): Promise<Load> {
  const callers = await Promise.all(Array.from({ length: CONNECTIONS }, () => caller(server)))
  const milliseconds: number[] = []
  const cpuBefore = await cpuOf(server.child)
  // Awake all the time: to wake a sleeping client costs the server more than a request does, and it is the faster
  // server whose clients never get to sleep.
  let spinning = true
  const spin = () => void (spinning && setImmediate(spin))
  spin()
  const started = performance.now()
  const until = started + ms
  await Promise.all(
    callers.map(async ({ ask, end }) => {
      for (let from = performance.now(); from < until; from = performance.now()) {
        await ask()
        milliseconds.push(performance.now() - from)
      }
      end()
    }),
  )
  spinning = false
  const perSecond = (milliseconds.length / (performance.now() - started)) * 1_000
  const cpu = ((await cpuOf(server.child)) - cpuBefore) / milliseconds.length
  return { perSecond, p99: percentile(milliseconds, 0.99), cpu }
}

function cpuOf(child: ChildProcess): Promise<number> {
  return new Promise(resolve => {
    child.once('message', ({ cpuMicroseconds }: { cpuMicroseconds: number }) => resolve(cpuMicroseconds))
    child.send('cpu')
  })
}

async function caller({ url, token }: Server) {
  const { ask, end } = await openConnection(url)
  const request = requestBytes('GET /nothing', token === '' ? [] : [`authorization: Bearer ${token}`])
  return { ask: () => ask(request, 200), end }
}

type Server = { child: ChildProcess; url: string; token: string }

function serve(which: 'bare' | 'edge'): Promise<Server> {
  const child = fork(new URL('edge-server.ts', import.meta.url), [which])
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the ${which} server ended with ${code}`)))
    child.once('message', (message: { url: string; token: string }) => resolve({ child, ...message }))
  })
}
