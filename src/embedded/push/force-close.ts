import type { Server, Socket } from 'node:net'

/**
 * Ends a server with all of its connections: those that never came to a TLS handshake too, which the server itself would wait for, two minutes long.
 */
export function createForceClose(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    const closed = new Promise<void>(resolve => void server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    return closed
  }
}
