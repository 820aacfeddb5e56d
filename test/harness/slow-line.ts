import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** A way to a store whose answers come `answersAfterMs` late: as from a machine that has too much to do. */
export async function slowLine(port: number) {
  const sockets: Socket[] = []
  const server = createServer(near => {
    const far = dial(port, '127.0.0.1')
    line.opened += 1
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
    near.pipe(far)
    let sent = Promise.resolve()
    far.on('data', chunk => {
      const late = new Promise(resolve => setTimeout(resolve, line.answersAfterMs))
      sent = Promise.all([sent, late]).then(() => void near.write(chunk))
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const line = {
    port: address.port,
    answersAfterMs: 0,
    /** Connections so far. */
    opened: 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return line
}
