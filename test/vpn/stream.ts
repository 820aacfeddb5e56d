import { createSocket } from 'node:dgram'

/**
 * Sends numbered datagrams to an echo server. Prints each 100 ms how many were sent and answered, and the time of the
 * last answer (Unix, ms). Few are in flight: more would delay the handshakes of other clients.
 */
const EVERY_MS = 10
const AT_ONCE = 5
const UNDER_WAY_MAX = 50
const LOST_AFTER_MS = 1_000
const BYTES = 1_000
const PRINT_MS = 100
const [address = '', port = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
let sent = 0
let answered = 0
let lastAt = 0
let settled = 0
let settledAt = Date.now()

function settle(number: number): void {
  settled = Math.max(settled, number)
  settledAt = Date.now()
}

function send(): void {
  const payload = Buffer.alloc(BYTES)
  sent += 1
  payload.writeUInt32BE(sent)
  socket.send(payload, Number(port), address, () => undefined)
}

// Without a tunnel the address is unreachable.
socket.on('error', () => undefined)
socket.on('message', message => {
  answered += 1
  lastAt = Date.now()
  settle(message.readUInt32BE())
})
setInterval(() => {
  if (Date.now() - settledAt > LOST_AFTER_MS) settle(sent)
  for (let n = 0; n < AT_ONCE && sent - settled < UNDER_WAY_MAX; n += 1) send()
}, EVERY_MS)
setInterval(() => console.log(`${sent} ${answered} ${lastAt}`), PRINT_MS)
