import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A connection without a request may have one on its way for about this long; later ones come from clients that were told to go. */
const IDLE_GRACE_MS = 500
/** What a body and its answer may take together (server.ts, answer-deadline.ts), and a little more. An export that takes longer is cut off. */
const DRAIN_MS_MAX = 25_000
/** How often a server that ends looks for connections whose last answer is sent. */
const IDLE_CHECK_EVERY_MS = 50

/**
 * Answers with what is to be called, and waited for, when the server begins to end. Node's server closes idle connections the moment it stops listening, and a
 * request that is just arriving on one is lost: here each gets one answer more, which says that it was the last. After that, what is idle is
 * closed; its client may take a minute. So is, once nothing is being answered, a connection that has not sent a whole request yet: Node does
 * not count it as idle, and looks at no time limit any more.
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
    // What came in while the loop stood is read between a timer and this: a connection it came on would be taken for idle before.
    const timer = setInterval(() => setImmediate(close), IDLE_CHECK_EVERY_MS).unref()
    server.once('close', () => clearInterval(timer))
    // Who has connected and was not let in yet would be turned away when nobody listens any more.
    await nextTurn()
  }
}
