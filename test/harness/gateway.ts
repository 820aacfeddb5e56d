import { once } from 'node:events'
import {
  type ClientHttp2Stream,
  connect,
  createServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'

/** A way to the event store that knows its calls, as a proxy for gRPC does. */
export async function gateway(port: number) {
  const calls = new Map<ServerHttp2Stream, { path: string; far: ClientHttp2Stream }>()
  const sessions = new Set<ServerHttp2Session>()
  const server = createServer()
  server.on('session', near => {
    const far = connect(`http://127.0.0.1:${port}`)
    sessions.add(near)
    near
      .on('error', () => undefined)
      .on('close', () => {
        sessions.delete(near)
        far.destroy()
      })
    far.on('error', () => undefined).on('close', () => near.destroy())
    near.on('stream', (stream, headers) => {
      const request = far.request(headers)
      calls.set(stream, { path: String(headers[':path']), far: request })
      let trailers = {}
      request.on('response', answer => stream.respond(answer, { waitForTrailers: true }))
      request.on('trailers', told => {
        trailers = told
      })
      stream.on('wantTrailers', () => stream.sendTrailers(trailers))
      for (const [end, other] of [
        [stream, request],
        [request, stream],
      ] as const)
        end
          .on('error', () => undefined)
          .on('close', () => {
            calls.delete(stream)
            if (!other.closed) other.close(end.rstCode)
          })
      stream.pipe(request)
      request.pipe(stream)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const open = (path: string) => [...calls].filter(([, call]) => call.path.endsWith(path))
  return {
    port: address.port,
    calls: (path: string) => open(path).length,
    /**
     * Of the calls that are open under this path nothing is carried any more, without a word; all others go on, also
     * on the same connection.
     */
    forget(path: string) {
      for (const [, { far }] of open(path)) far.unpipe().resume()
    },
    reset(path: string, code: number) {
      for (const [stream] of open(path)) stream.close(code)
    },
    /** Tells every client that its connection takes no new calls. */
    goAway() {
      for (const session of sessions) if (!session.destroyed) session.goaway()
    },
    close() {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}
