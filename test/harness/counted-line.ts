import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** One address for a service that is started again elsewhere. Knows what is requested and which streams are open. */
export async function countedLine(target: string) {
  let to = new URL(target)
  const requested: { path: string; atMs: number }[] = []
  let streams = 0
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? ''
    requested.push({ path, atMs: performance.now() })
    const headers = { ...incoming.headers, host: to.host }
    const outgoing = request(new URL(path, to), { method: incoming.method ?? 'GET', headers }, response => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true
      if (isStream) streams += 1
      response.once('close', () => {
        if (isStream) streams -= 1
        answer.destroy()
      })
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.once('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requested,
    openStreams: () => streams,
    leadTo(url: string) {
      to = new URL(url)
    },
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}
