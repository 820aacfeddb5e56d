import { createServer } from 'node:http'

/** A web server behind a VPN server, for the lab: says who asked. */
const [address = '', port = ''] = process.argv.slice(2)
createServer((request, response) => {
  response.setHeader('connection', 'close')
  response.end(`hello ${request.socket.remoteAddress}, through the tunnel`)
}).listen(Number(port), address, () => console.log('listens'))
