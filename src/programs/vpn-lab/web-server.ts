import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'

/** Responds with the client's address and a label; echoes datagrams on the same port. */
const [address = '', port = '', origin = ''] = process.argv.slice(2)
const echo = createSocket('udp4')
echo.on('error', () => undefined)
echo.on('message', (message, from) => echo.send(message, from.port, from.address, () => undefined))
echo.bind(Number(port), address)
createServer((request, response) => {
  response.setHeader('connection', 'close')
  response.end(`hello ${request.socket.remoteAddress}, ${origin}`)
}).listen(Number(port), address, () => console.log('listens'))
