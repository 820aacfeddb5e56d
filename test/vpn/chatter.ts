import { createSocket } from 'node:dgram'

/**
 * `serve`: a host of the Internet that goes on sending to a client that has once sent a datagram to it. `ask`: sends it
 * one, another one from the same port at each SIGUSR2, and prints each 100 ms how many have come since.
 */
const EVERY_MS = 50
const [role, address = '', port = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
socket.on('error', () => undefined)
if (role === 'serve') {
  socket.on('message', (_, from) => setInterval(() => socket.send('more', from.port, from.address), EVERY_MS))
  socket.bind(Number(port), address, () => console.log('listens'))
} else {
  let came = 0
  const ask = () => socket.send('more, please', Number(port), address)
  socket.on('message', () => (came += 1))
  process.on('SIGUSR2', ask)
  ask()
  setInterval(() => console.log(`${came} came`), 100)
}
