import type { Server, Socket } from 'node:net'

/** Also closes connections without a TLS handshake, for which the server itself would wait two minutes. */
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
