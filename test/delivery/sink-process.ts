import { startHttpsSink } from '../harness/https-sink.ts'

/**
 * A sink in a process of its own, for load: it keeps what it needs to count and forgets the bodies. Parent and child talk by
 * IPC: `report` is answered with what came since the last report.
 */
export type SinkReport = { count: number; ids: string[]; lagsMs: number[]; cpuMs: number }

/** Answers take up to this long, so that something is in flight at any time. */
const answerMsMax = Number(process.argv[2] ?? 0)
const sink = await startHttpsSink()
let ids: string[] = []
let lagsMs: number[] = []
sink.respond(({ headers, body, at }, response) => {
  ids.push(String(headers['x-service-event-id']))
  const created = /"created_at":"([^"]+)"/.exec(body.toString('latin1'))?.[1]
  lagsMs.push(at - Date.parse(created ?? ''))
  sink.received.length = 0
  if (answerMsMax === 0) response.end('ok')
  else setTimeout(() => response.end('ok'), Math.random() * answerMsMax)
})

process.on('message', message => {
  if (message !== 'report') return
  const { user, system } = process.cpuUsage()
  const report: SinkReport = { count: ids.length, ids, lagsMs, cpuMs: (user + system) / 1_000 }
  ids = []
  lagsMs = []
  process.send?.(report)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: sink.url, caPem: sink.caPem })
