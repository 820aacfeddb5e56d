import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher as HttpDispatcher } from 'undici'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Agents } from './agents.ts'
import { type ConnectionUse, onConnectionUse } from './connection-use.ts'
import { errorCode } from './error-code.ts'

/** What came of one request. `error` is null exactly when a 2xx status line arrived in time. */
export type AttemptResponse = {
  status: number | null
  error: string | null
  durationMs: number
  headers: Record<string, string> | null
  body: Buffer | null
  /** How often a connection was there and the request went out on it. */
  requests: number
  /** False when nothing came back at all: the endpoint is silent, not just unwilling. */
  answered: boolean
}

type Post = { url: URL; headers: Record<string, string>; body: Buffer }

const HEADERS_MAX = 64
const HEADER_CHARS_MAX = 1_024

/** Aborts with a reason of ours, to tell them from the network's. */
class AttemptAborted extends Error {}

/**
 * Posts `body` once: no redirect, no repeat on a lost connection, but for one. A kept connection that the peer closes before
 * any byte of its answer was most likely closed while the request was on its way: it is sent once more, on a new connection. One
 * deadline covers everything from the name look-up to the last byte of the answer. A 2xx status line decides success; the
 * body is read up to a limit and otherwise dropped, and what goes wrong in it changes nothing.
 */
export function post(agents: Agents, { url, headers, body }: Post, limits: DeliveryLimits): Promise<AttemptResponse> {
  const started = performance.now()
  return new Promise(resolve => {
    let status: number | null = null
    let received: Record<string, string> | null = null
    const chunks: Buffer[] = []
    let size = 0
    let controller: HttpDispatcher.DispatchController | undefined
    let use: ConnectionUse | null = null
    let requests = 0
    let isOver = false

    const finish = (error: unknown) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      const isSuccess = status !== null && status >= 200 && status < 300
      resolve({
        status,
        error: isSuccess ? null : status === null ? errorCode(error) : `http_${status}`,
        durationMs: Math.round(performance.now() - started),
        headers: received,
        body: status === null ? null : Buffer.concat(chunks),
        requests,
        answered: status !== null,
      })
    }
    const stop = (reason: 'timeout' | 'enough') => {
      finish(new AttemptAborted(reason))
      controller?.abort(new AttemptAborted(reason))
    }
    const timer = setTimeout(() => stop('timeout'), limits.attemptMs)

    const handler: HttpDispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given
        requests += 1
        use = null
        onConnectionUse(given => {
          use = given
        })
        // The deadline passed while the request waited for its connection.
        if (isOver) given.abort(new AttemptAborted('timeout'))
      },
      onRequestUpgrade(_controller, upgraded, _headers, socket) {
        status = upgraded
        socket.destroy()
        finish(null)
      },
      onResponseStart(_controller, code, given) {
        if (code < 200) return
        status = code
        received = boundedHeaders(given)
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk.subarray(0, limits.responseBytes - size))
        size += chunk.length
        if (size > limits.responseBytes) stop('enough')
      },
      onResponseEnd: () => finish(null),
      onResponseError(_controller, error) {
        const wasKept = requests === 1 && use?.isReused === true && use.isUnanswered()
        if (!isOver && wasKept && errorCode(error) === 'connection_closed') send(agents.singleUse)
        else finish(error)
      },
    }
    const path = url.pathname + url.search
    const send = (agent: Agent) => {
      agent.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, handler)
    }
    send(agents.keepAlive)
  })
}

function boundedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).slice(0, HEADERS_MAX)
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value).slice(0, HEADER_CHARS_MAX)]))
}
