import { createSocket, type Socket } from 'node:dgram'

/** Sends a datagram to each destination, `address` or `address#port`, one after the other, for the lab. The kernel itself refuses some. */
const PORT = 443
const sockets = { 4: createSocket('udp4'), 6: createSocket('udp6') }
const send = (socket: Socket, port: number, address: string) =>
  new Promise<void>(resolve => socket.send('of a device', port, address, () => resolve()))
for (const socket of Object.values(sockets)) socket.on('error', () => undefined)
for (const destination of process.argv.slice(2)) {
  const [address = '', port = PORT] = destination.split('#')
  await send(sockets[address.includes(':') ? 6 : 4], Number(port), address)
}
for (const socket of Object.values(sockets)) socket.close()
