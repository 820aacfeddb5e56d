import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends a whole request; resolves when it is answered with `expected`. */
export type Connection = { ask(request: Buffer, expected: number): Promise<void>; end(): void }

const CLOSING_BRACE = '}'.charCodeAt(0)

/** One connection that asks one thing at a time: as little client as possible, so that the server is what is measured. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await once(socket, 'connect')
  let waiting: { status: string; resolve: () => void; reject: (error: Error) => void } | undefined
  socket.on('data', chunk => {
    if (waiting === undefined) throw new Error(`not asked: ${chunk}`)
    // Answers are small and come in one piece; the last byte of the body ends them.
    if (chunk.at(-1) !== CLOSING_BRACE || chunk.indexOf(waiting.status) !== 0)
      return waiting.reject(new Error(`refused: ${chunk}`))
    waiting.resolve()
  })
  socket.on('close', () => waiting?.reject(new Error('closed before it answered')))
  return {
    ask: (request, expected) =>
      new Promise((resolve, reject) => {
        waiting = { status: `HTTP/1.1 ${expected}`, resolve, reject }
        socket.write(request)
      }),
    end: () => void socket.destroy(),
  }
}

/** The bytes of a request; `headers` as `name: value` lines. */
export function requestBytes(line: string, headers: string[], body = ''): Buffer {
  const length = body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  return Buffer.from([`${line} HTTP/1.1`, 'host: bench', ...headers, ...length, '', body].join('\r\n'))
}
