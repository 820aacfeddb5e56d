import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keepLine } from './log.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Exported = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}
export type CollectedSpan = Omit<Exported, 'attributes'> & { attributes: Record<string, string | number | undefined> }

/**
 * An OTLP/HTTP collector: takes traces as JSON and keeps them. It can also hang, or be gone and come back at its
 * port.
 */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  let hangs = false
  let waiting = 0
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (hangs) {
      waiting += 1
      return void response.once('close', () => (waiting -= 1))
    }
    const text = Buffer.concat(chunks).toString()
    bodies.push(text)
    // Searched like a log.
    keepLine(text)
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const { spans: exported } of scopeSpans) spans.push(...exported.map(collected))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    hang(value: boolean) {
      hangs = value
    },
    /** Requests that still wait for an answer. */
    waiting: () => waiting,
    close,
    open: () => listen(port),
  }
}

function collected({ attributes, ...span }: Exported): CollectedSpan {
  const values = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const)
  return { ...span, attributes: Object.fromEntries(values) }
}
