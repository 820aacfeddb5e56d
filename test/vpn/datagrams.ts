import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Sends a datagram from each of so many ports of an address, which may be another host's, to one destination. */
const [from = '', to = '', port = '', ports = '1'] = process.argv.slice(2)
for (let n = 0; n < Number(ports); n += 1) {
  const socket = createSocket('udp4')
  socket.on('error', () => undefined)
  socket.bind(0, from)
  await once(socket, 'listening')
  await new Promise<void>(resolve => socket.send('of a device', Number(port), to, () => resolve()))
  socket.close()
}
