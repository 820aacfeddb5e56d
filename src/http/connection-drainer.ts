import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A request may still arrive on an idle connection within this time. */
const IDLE_GRACE_MS = 500
/** The time limits of a body and its response together (server.ts, response-timeout.ts), with a margin. */
const DRAIN_MS_MAX = 25_000
const IDLE_CHECK_EVERY_MS = 50

/**
 * Returns a hook to await before `close()`. Node closes idle connections as soon as it stops listening, which loses a
 * request that is just arriving. Here each connection gets one more response, with `connection: close`, and idle ones
 * are closed after the grace time. When no response is pending, connections with an incomplete request are closed too:
 * Node neither counts them as idle nor applies its time limits to them. Before the listener closes, no response has
 * `connection: close`: clients would connect again, and those whose connection is not accepted yet would be reset.
 */
export function createConnectionDrainer(server: Server, drainMsMax = DRAIN_MS_MAX): () => Promise<void> {
  const connections = new Set<Socket>()
  let inFlight = 0
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (_request, response: ServerResponse) => {
    inFlight += 1
    response.once('close', () => {
      inFlight -= 1
    })
  })
  return async () => {
    const closeIdle = server.closeIdleConnections.bind(server)
    server.closeIdleConnections = () => undefined
    const since = performance.now()
    const close = () => {
      const ms = performance.now() - since
      if (ms < IDLE_GRACE_MS) return
      closeIdle()
      if (inFlight === 0 || ms > drainMsMax) for (const socket of connections) socket.destroy()
    }
    // Data that arrived while the event loop was blocked are read between a timer and setImmediate. Before that, their
    // connection would look idle.
    const timer = setInterval(() => setImmediate(close), IDLE_CHECK_EVERY_MS).unref()
    server.once('close', () => clearInterval(timer))
    // Accepts connections that are already established.
    await nextTurn()
  }
}
