import type { IncomingHttpHeaders } from 'node:http'
import { Agent } from 'undici'
import type { ReceiverAnswer } from './receiver.ts'

/** Below the service's timeout of 30 s. */
const ANSWER_MS_MAX = 25_000
/** The service stores no more of a response. */
const ANSWER_BYTES_MAX = 16_384
const BAD_GATEWAY = 502

/** Headers of the connection, not of the delivery. */
const HOP_BY_HOP = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect']
const ANSWER_HEADERS = ['content-type', 'retry-after']

type Forwarded = { answer: ReceiverAnswer; note: string }
export type Forwarder = ReturnType<typeof createForwarder>

export function createForwarder(target: URL) {
  const agent = new Agent({ allowH2: false })
  const targetUrl = target.href

  async function forward(headers: IncomingHttpHeaders, body: Buffer): Promise<Forwarded> {
    const started = performance.now()
    try {
      const answer = await agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: endToEnd(headers),
        body,
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      const text = await firstBytes(answer.body)
      const ms = Math.round(performance.now() - started)
      const kept = ANSWER_HEADERS.flatMap(name => (answer.headers[name] ? [[name, String(answer.headers[name])]] : []))
      return {
        answer: { status: answer.statusCode, headers: Object.fromEntries(kept), body: text },
        note: `${targetUrl} answered ${answer.statusCode} in ${ms} ms`,
      }
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? error.code : error instanceof Error ? error.name : error
      const note = `${targetUrl} does not answer (${why})`
      return { answer: { status: BAD_GATEWAY, headers: { 'content-type': 'text/plain' }, body: `${note}\n` }, note }
    }
  }

  return { forward, [Symbol.asyncDispose]: () => agent.destroy() }
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !HOP_BY_HOP.includes(name))
  return Object.fromEntries(kept) as Record<string, string | string[]>
}

async function firstBytes(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, ANSWER_BYTES_MAX - bytes))
    bytes += chunk.length
    if (bytes >= ANSWER_BYTES_MAX) break
  }
  return Buffer.concat(chunks)
}
