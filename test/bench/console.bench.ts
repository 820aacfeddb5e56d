import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startChromium } from '../harness/chromium.ts'
import { logIn } from '../harness/client.ts'
import type { OpenStream } from '../harness/event-stream.ts'
import { openStream } from '../harness/event-stream.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN } from '../harness/service.ts'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import { figure, median, percentile, perSecond, round, timed, timeOf } from './figures.ts'
import { spawnService } from './spawned-service.ts'

export const name = 'the console'

const LOADS = Number(process.env.BENCH_CONSOLE_LOADS ?? 5)
const COUNTED_S = Number(process.env.BENCH_CONSOLE_SECONDS ?? 60)
const TABS = 3
const SHOWN_MS_MAX = 120_000
/** A page has requested its files and answers by then; the live stream stays open. */
const PAGE_MS = 1_000
/** Each is an event: they stay pending. */
const REFUNDS_PER_SECOND = Number(process.env.BENCH_CONSOLE_RATE ?? 50)
const SHOWN = 30
const STREAMS = 100
const STREAM_CLIENTS = 5
const READINGS = 3_000
const CONNECTIONS = 32
const ROUNDS = 5

type Service = Awaited<ReturnType<typeof spawnService>>

export async function bench(): Promise<void> {
  const service = await spawnService({ REFUND_CANCEL_WINDOW_MS: '600000' })
  const browser = await startChromium()
  try {
    await bundle(service)
    await loads(service, browser)
    const context = await browser.newContext()
    context.setDefaultTimeout(SHOWN_MS_MAX)
    const tabs = await openTabs(context, service)
    await requestsAtRest(service)
    await underLoad(service, tabs[0]!)
    await context.close()
    await withStreams(service)
  } finally {
    await browser.close()
    await service.stop()
  }
}

async function bundle({ url, residentMb }: Service): Promise<void> {
  const read = async () => void (await (await fetch(`${url}/console`)).text())
  const before = residentMb()
  const first = await timeOf(read())
  const second = await timeOf(read())
  figure('first request for the console, ms', round(first), `the second ${round(second, 1)}; aim ≤ 1,000`)
  figure('the API after its bundle, MB more', round(residentMb() - before, 1), 'aim ≤ 10')
}

async function loads({ url }: Service, browser: Browser): Promise<void> {
  const [floors, forms, overviews]: number[][] = [[], [], []]
  let bytes = { overview: 0, all: 0 }
  for (let load = 0; load < LOADS; load += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    floors!.push(await timeOf(page.goto(`${url}/health/live`)))
    const received = countBytes(page)
    forms!.push(
      await timeOf(page.goto(`${url}/console`).then(() => page.getByRole('button', { name: 'Sign in' }).waitFor())),
    )
    await page.getByLabel('E-mail address').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    overviews!.push(
      await timeOf(
        page
          .getByRole('button', { name: 'Sign in' })
          .click()
          .then(() => isOverview(page)),
      ),
    )
    const overview = await received()
    if (load === 0) await openEveryPage(page)
    bytes = { overview, all: Math.max(bytes.all, await received()) }
    await context.close()
  }
  const floor = median(floors!)
  figure('an empty page, ms (floor)', round(floor))
  const beside = `${round(median(forms!) + median(overviews!) - floor)} ms more, aim ≤ 1,000`
  figure(
    'to the form, then to the overview with its numbers, ms',
    `${round(median(forms!))} + ${round(median(overviews!))}`,
    beside,
  )
  figure('compressed bytes until the overview, KB', round(bytes.overview / 1_000), 'aim ≤ 120')
  figure('compressed bytes until every page, KB', round(bytes.all / 1_000), 'aim ≤ 180')
}

async function isOverview(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.locator('svg').first().waitFor()
}

/** Of the console's own files, as they came. */
function countBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.context().on('requestfinished', request => {
    if (!new URL(request.url()).pathname.startsWith('/console')) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function openEveryPage(page: Page): Promise<void> {
  const links = page.getByRole('navigation').getByRole('link')
  for (let index = 0; index < (await links.count()); index += 1) {
    await links.nth(index).click()
    await delay(PAGE_MS)
  }
}

async function openTabs(context: BrowserContext, { url }: Service): Promise<Page[]> {
  const tabs: Page[] = []
  for (let tab = 0; tab < TABS; tab += 1) {
    const page = await context.newPage()
    await page.goto(`${url}/console`)
    if (tab === 0) {
      await page.getByLabel('E-mail address').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await isOverview(page)
    tabs.push(page)
  }
  await tabs[0]!.bringToFront()
  return tabs
}

/** Requests so far, but those of the bench. */
async function consoleRequests({ url }: Service): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, labels, count] of text.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)) {
    const [route] = /route="[^"]*"/.exec(labels!) ?? ['']
    if (OWN_ROUTES.some(own => labels!.includes(own))) continue
    counts.set(route, (counts.get(route) ?? 0) + Number(count))
  }
  return counts
}
const OWN_ROUTES = [
  '/metrics',
  '/health',
  'method="POST",route="/transactions"',
  'route="/refund/request"',
  '/refund/:refund_id/cancel',
]

/** A minute of them, the most frequent ones named. */
async function requestsDuring(service: Service, work: Promise<unknown>): Promise<{ minute: number; most: string }> {
  const [before, started] = [await consoleRequests(service), performance.now()]
  await work
  const minutes = (performance.now() - started) / 60_000
  const more = [...(await consoleRequests(service))]
    .map(([route, count]) => ({ route, count: count - (before.get(route) ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const most = more.slice(0, 4).map(({ route, count }) => `${route.slice('route='.length)} ${count}`)
  return { minute: more.reduce((sum, { count }) => sum + count, 0) / minutes, most: most.join(', ') }
}

async function requestsAtRest(service: Service): Promise<void> {
  await delay(COUNTED_S * 1_000)
  const { minute, most } = await requestsDuring(service, delay(COUNTED_S * 1_000))
  figure(`requests a minute of ${TABS} tabs at rest`, round(minute, 1), `aim ≤ 2; ${most}`)
}

async function underLoad(service: Service, page: Page): Promise<void> {
  const { url, token } = service
  const admin = (await logIn(url, ADMIN.email, ADMIN.password)).as(token)
  const over = new AbortController()
  let events = 0
  const request = async () => {
    const transaction = transactionOf(10)
    await admin.post('/transactions', transaction)
    const { body } = await admin.requestRefund(refundOf(transaction, 10))
    events += 1
    return body.refund_id as string
  }
  const load = (async () => {
    while (!over.signal.aborted) {
      await Promise.all([delay(1_000), ...Array.from({ length: REFUNDS_PER_SECOND }, request)])
    }
  })()
  try {
    await delay(10_000)
    const [before, started] = [events, performance.now()]
    const { minute, most } = await requestsDuring(service, delay(COUNTED_S * 1_000))
    const rate = (events - before) / ((performance.now() - started) / 1_000)
    figure(`requests a minute of ${TABS} tabs, ${round(rate)} events/s`, round(minute, 1), `aim ≤ 12; ${most}`)
    await shown(service, page, request)
  } finally {
    over.abort()
    await load
  }
}

/** From the request that causes an event to a bare reader of the stream, and to the page of the record. */
async function shown({ url, token }: Service, page: Page, request: () => Promise<string>): Promise<void> {
  const stream = await openStream(url, token)
  const [bare, onPage]: number[][] = [[], []]
  for (let one = 0; one < SHOWN; one += 1) {
    const id = await request()
    await page.goto(`${url}/console#/refunds/${id}`)
    await page.getByText('refund.created', { exact: true }).waitFor()
    const started = performance.now()
    const cancelled = page.getByText('refund.cancelled', { exact: true }).waitFor()
    await fetch(`${url}/refund/${id}/cancel`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ reason: 'measured' }),
    })
    await cancelled
    onPage!.push(performance.now() - started)
    bare!.push((await arrived(stream, id)) - started)
  }
  stream.close()
  const [floor, page95] = [percentile(bare!, 0.95), percentile(onPage!, 0.95)]
  figure(
    'from the request to a bare reader of the stream, p95 ms (floor)',
    round(floor),
    `median ${round(median(bare!))}`,
  )
  figure(
    'from the request to the open page, p95 ms',
    round(page95),
    `median ${round(median(onPage!))}; ${round(page95 - floor)} more, aim ≤ 300`,
  )
}

async function arrived(stream: OpenStream, id: string): Promise<number> {
  for (;;) {
    const found = stream.messages.find(({ data }) => data?.includes('refund.cancelled') && data.includes(id))
    if (found !== undefined) return found.atMs
    await delay(5)
  }
}

/** Readings of one refund, with and without open streams, in turns. */
async function withStreams({ url, token }: Service): Promise<void> {
  const admin = (await logIn(url, ADMIN.email, ADMIN.password)).as(token)
  const tokens = await Promise.all(Array.from({ length: STREAM_CLIENTS }, () => clientToken(admin)))
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(url)))
  const bytes = requestBytes('GET /refund/list?page_size=10', [`authorization: Bearer ${token}`])
  const free: Connection[] = [...connections]
  const read = async () => {
    const connection = free.pop()!
    await connection.ask(bytes, 200)
    free.push(connection)
  }
  const rate = async () => perSecond(READINGS, (await timed(READINGS, CONNECTIONS, read)).ms)
  await rate()
  const [none, open]: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    none!.push(await rate())
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, n) => openStream(url, tokens[n % STREAM_CLIENTS]!)),
    )
    open!.push(await rate())
    for (const stream of streams) stream.close()
    await Promise.all(streams.map(({ closed }) => closed))
  }
  for (const connection of connections) connection.end()
  const [floor, value] = [median(none!), median(open!)]
  figure('readings/s of the API without streams (floor)', round(floor))
  figure(
    `readings/s with ${STREAMS} open streams`,
    round(value),
    `${round((value / floor) * 100)} % of the floor, aim ≥ 90 %`,
  )
}

/** Of a new client's own administrator. */
async function clientToken(admin: Awaited<ReturnType<typeof logIn>>): Promise<string> {
  const { body: client } = await admin.post('/admin/clients', { name: `bank ${randomUUID()}`, tier: 'premium' })
  const email = `${randomUUID()}@bank.example`
  const user = { client_id: client.client_id, email, role: 'admin', password: ADMIN.password }
  const made = await admin.post('/admin/users', user)
  if (made.status !== 201) throw new Error(`POST /admin/users: ${made.status} ${made.text}`)
  const { body } = await admin.as(null).post('/api/auth/login', { email, password: ADMIN.password })
  return body.access_token
}
