import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher as HttpDispatcher } from 'undici'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Agents } from './agents.ts'
import { type ConnectionUse, onConnectionUse } from './connection-use.ts'
import { errorCode } from './error-code.ts'

/** `error` is null exactly when a 2xx status line arrived in time. */
export type AttemptResponse = {
  status: number | null
  error: string | null
  durationMs: number
  headers: Record<string, string> | null
  body: Buffer | null
  /** How often the request was sent on a connection. */
  requests: number
  /** False when no response arrived, not even an error status. */
  hasResponse: boolean
}

type Post = { url: URL; headers: Record<string, string>; body: Buffer }

const HEADERS_MAX = 64
const HEADER_CHARS_MAX = 1_024

/** Tells our own aborts from errors of the network. */
class AttemptAborted extends Error {}

/**
 * Posts `body` once, without redirects. Only a kept connection that the peer closes before any byte of the response is
 * followed by a second request on a new connection: it was most likely closed while the request was on its way. The 2xx
 * status line decides; the body is read up to a limit, and errors in it change nothing.
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
        hasResponse: status !== null,
      })
    }
    const stop = (reason: 'timeout' | 'enough') => {
      finish(new AttemptAborted(reason))
      controller?.abort(new AttemptAborted(reason))
    }
    const timer = setTimeout(() => stop('timeout'), limits.attemptMs)

    const handler: HttpDispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        requests += 1
        use = null
        onConnectionUse(connectionUse => {
          use = connectionUse
        })
        // The deadline passed while the request waited for its connection.
        if (isOver) started.abort(new AttemptAborted('timeout'))
      },
      onRequestUpgrade(_controller, upgraded, _headers, socket) {
        status = upgraded
        socket.destroy()
        finish(null)
      },
      onResponseStart(_controller, code, responseHeaders) {
        if (code < 200) return
        status = code
        received = boundedHeaders(responseHeaders)
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
