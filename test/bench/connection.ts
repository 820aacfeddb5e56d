import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends a whole request; resolves when it is answered with `expected`. */
export type Connection = { ask(request: Buffer, expected: number): Promise<void>; end(): void }

const CLOSING_BRACE = '}'.charCodeAt(0)

/**
 * One connection that asks one thing at a time: as little client as possible, so that the server is what is measured.
 * One that was never asked is ended by the server after a while, with 408, and made anew.
 */
export async function openConnection(url: string): Promise<Connection> {
  let waiting: { status: string; resolve: () => void; reject: (error: Error) => void } | undefined
  let socket = await open()

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(url)
    const opened = connect(Number(port), hostname).setNoDelay(true)
    await once(opened, 'connect')
    opened.on('data', chunk => {
      if (waiting === undefined) return opened.destroy()
      // Answers are small and come in one piece; the last byte of the body ends them.
      if (chunk.at(-1) !== CLOSING_BRACE || chunk.indexOf(waiting.status) !== 0)
        return waiting.reject(new Error(`refused: ${chunk}`))
      waiting.resolve()
    })
    // `close` follows.
    opened.on('error', () => undefined)
    opened.on('close', () => waiting?.reject(new Error('closed before it answered')))
    return opened
  }

  return {
    async ask(request, expected) {
      if (socket.destroyed) socket = await open()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting = { status: `HTTP/1.1 ${expected}`, resolve, reject }
      socket.write(request)
      await promise
      waiting = undefined
    },
    end: () => void socket.destroy(),
  }
}

/** The bytes of a request; `headers` as `name: value` lines. */
export function requestBytes(line: string, headers: string[], body = ''): Buffer {
  const length = body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  return Buffer.from([`${line} HTTP/1.1`, 'host: bench', ...headers, ...length, '', body].join('\r\n'))
}
