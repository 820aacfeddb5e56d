import { createSocket, type Socket } from 'node:dgram'

/** Sends a datagram to each `address` or `address#port`. The fixed source port makes repetitions one connection. */
const PORT = 443
const SOURCE_PORT = 40_000
const sockets = { 4: createSocket('udp4'), 6: createSocket({ type: 'udp6', ipv6Only: true }) }
const send = (socket: Socket, port: number, address: string) =>
  new Promise<void>(resolve => socket.send('of a device', port, address, () => resolve()))
for (const socket of Object.values(sockets)) {
  socket.on('error', () => undefined)
  await new Promise<void>(resolve => socket.bind(SOURCE_PORT, resolve))
}
for (const destination of process.argv.slice(2)) {
  const [address = '', port = PORT] = destination.split('#')
  await send(sockets[address.includes(':') ? 6 : 4], Number(port), address)
}
for (const socket of Object.values(sockets)) socket.close()
