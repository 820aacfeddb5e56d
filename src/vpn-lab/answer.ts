import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'

/** A web server behind a VPN server, for the lab: says who asked. Datagrams on the same port are sent back. */
const [address = '', port = ''] = process.argv.slice(2)
const echo = createSocket('udp4')
echo.on('error', () => undefined)
echo.on('message', (message, from) => echo.send(message, from.port, from.address, () => undefined))
echo.bind(Number(port), address)
createServer((request, response) => {
  response.setHeader('connection', 'close')
  response.end(`hello ${request.socket.remoteAddress}, through the tunnel`)
}).listen(Number(port), address, () => console.log('listens'))
