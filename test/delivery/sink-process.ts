import { startHttpsSink } from '../harness/https-sink.ts'

/**
 * A sink in a process of its own, for load: it keeps what it needs to count and forgets the bodies. Parent and child
 * talk by IPC: `report` is answered with what came since the last report.
 */
export type SinkReport = {
  /** Events whose requests were answered 200. */
  ids: string[]
  failed: number
  lagsMs: number[]
}

export type SinkArguments = {
  /** Answers take up to this long, so that something is in flight at any time. */
  answerMsMax?: number
  /** One of so many requests is answered 500. */
  failOneOf?: number
}

const { answerMsMax = 0, failOneOf = 0 }: SinkArguments = JSON.parse(process.argv[2] ?? '{}')
const sink = await startHttpsSink()
let requests = 0
let ids: string[] = []
let failed = 0
let lagsMs: number[] = []
sink.respond(({ headers, body, at }, response) => {
  requests += 1
  sink.received.length = 0
  if (failOneOf > 0 && requests % failOneOf === 0) {
    failed += 1
    return void response.writeHead(500).end()
  }
  ids.push(String(headers['x-service-event-id']))
  const created = /"created_at":"([^"]+)"/.exec(body.toString('latin1'))?.[1]
  lagsMs.push(at - Date.parse(created ?? ''))
  if (answerMsMax === 0) response.end('ok')
  else setTimeout(() => response.end('ok'), Math.random() * answerMsMax)
})

process.on('message', message => {
  if (message !== 'report') return
  const report: SinkReport = { ids, failed, lagsMs }
  ids = []
  failed = 0
  lagsMs = []
  process.send?.(report)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: sink.url, caPem: sink.caPem })
