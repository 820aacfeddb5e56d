import { startHttpsSink } from '../harness/https-sink.ts'

/** Receipts of one group of endpoints since the last report. */
type GroupReport = {
  /** When an event happened, and from then to the receipt of its first attempt, milliseconds. */
  firsts: { atMs: number; lagMs: number }[]
  attempts: number
}
export type FloodReport = {
  groups: Record<string, GroupReport>
  /** Events that an endpoint answered with 200 and received again. */
  doubled: number
}

/**
 * The endpoints of a flood, in a process of their own. The last parts of a path name a group and what the endpoint
 * does: `hangs`, `fails` or `answers`. The parent asks for a `report` over IPC.
 */
const sink = await startHttpsSink()
const answered = new Set<string>()
let groups: FloodReport['groups'] = {}
let doubled = 0

sink.respond(({ path, headers, body, at }, response) => {
  sink.received.length = 0
  const [, , group = '', behaviour = ''] = path.split('/')
  const name = `${group} ${behaviour}`
  const report = groups[name] ?? { firsts: [], attempts: 0 }
  groups[name] = report
  report.attempts += 1
  const { created_at, metadata } = JSON.parse(body.toString())
  const atMs = Date.parse(created_at)
  if (metadata.delivery_attempt === 1) report.firsts.push({ atMs, lagMs: at - atMs })
  if (behaviour === 'hangs') return
  if (behaviour === 'fails') return void response.writeHead(503).end()
  const delivery = `${path} ${headers['x-service-event-id']}`
  if (answered.has(delivery)) doubled += 1
  answered.add(delivery)
  response.end('ok')
})

process.on('message', message => {
  if (message !== 'report') return
  process.send?.({ groups, doubled } satisfies FloodReport)
  groups = {}
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: sink.url, caPem: sink.caPem })
