import type { Server } from 'node:http'

/** A connection without a request may have one on its way for about this long; later ones come from clients that were told to go. */
const LINGER_MS = 500
/** How often a server that ends looks for connections whose last answer is sent. */
const IDLE_CHECK_EVERY_MS = 50

/**
 * Node's server closes idle connections the moment it stops listening, and a request that is just arriving on one is lost. Here
 * each gets one answer more, which says that it was the last. What is idle after that is closed; its client may take a minute.
 */
export function lingerOnClose(server: Pick<Server, 'closeIdleConnections' | 'once'>): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  const lingerEnds = performance.now() + LINGER_MS
  const timer = setInterval(() => {
    if (performance.now() > lingerEnds) closeIdle()
  }, IDLE_CHECK_EVERY_MS).unref()
  server.once('close', () => clearInterval(timer))
}
