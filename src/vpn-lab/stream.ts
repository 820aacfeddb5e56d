import { createSocket } from 'node:dgram'

/**
 * Sends datagrams to an address that sends them back, until the process is killed. Prints each 100 ms how many were sent and answered so far, and
 * when the last answer came, in milliseconds since 1970.
 */
const EVERY_MS = 10
const AT_ONCE = 5
const BYTES = 1_000
const PRINT_MS = 100
const [address = '', port = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
const payload = Buffer.alloc(BYTES)
let sent = 0
let answered = 0
let lastAt = 0
// Without a tunnel the address is unreachable.
socket.on('error', () => undefined)
socket.on('message', () => {
  answered += 1
  lastAt = Date.now()
})
setInterval(() => {
  for (let n = 0; n < AT_ONCE; n += 1) socket.send(payload, Number(port), address, () => undefined)
  sent += AT_ONCE
}, EVERY_MS)
setInterval(() => console.log(`${sent} ${answered} ${lastAt}`), PRINT_MS)
