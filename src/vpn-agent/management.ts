import { once } from 'node:events'
import { connect } from 'node:net'
import { createParser, type Message } from './protocol.ts'

/** A server that does not answer a command so long is stuck. */
const ANSWER_MS_MAX = 10_000

export type Management = {
  /** Says it, and answers with the lines of the answer. Errors: the server's refusal, and a connection that is gone. */
  command(text: string, answer?: 'line' | 'list'): Promise<string[]>
  /** Resolves when the connection is gone. */
  gone: Promise<void>
  close(): void
}

/** What the server says by itself. */
export type Told = Extract<Message, { type: 'client' | 'bytes' }>

type Asked = { answer: 'line' | 'list'; lines: string[]; resolve(lines: string[]): void; reject(error: Error): void }

/** Connects to the management socket of an OpenVPN server. Commands are answered in their order, with what the server says by itself between them. */
export async function connectManagement(path: string, onTold: (told: Told) => void): Promise<Management> {
  const socket = connect(path)
  await once(socket, 'connect')
  const asked: Asked[] = []
  const parse = createParser()

  const gone = new Promise<void>(resolve => {
    socket.on('error', () => undefined)
    socket.once('close', () => {
      for (const one of asked.splice(0)) one.reject(new Error('the management socket was closed'))
      resolve()
    })
  })

  function take(message: Message): void {
    if (message.type === 'client' || message.type === 'bytes') {
      onTold(message)
      return
    }
    const [first] = asked
    // A greeting, or the answer to nothing.
    if (first === undefined) return
    if (message.type === 'line') {
      first.lines.push(message.text)
      return
    }
    if (message.type === 'reply' && !message.isDone) {
      asked.shift()
      first.reject(new Error(`OpenVPN refused: ${message.text}`))
    } else if (first.answer === (message.type === 'end' ? 'list' : 'line')) {
      asked.shift()
      first.resolve(message.type === 'end' ? first.lines : [message.text])
    }
  }
  socket.on('data', chunk => {
    for (const message of parse(chunk)) take(message)
  })

  return {
    gone,
    command(text, answer = 'line') {
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the management socket was closed'))
        // Answers come in order: after one that is missing none can be told from the next.
        const timer = setTimeout(() => socket.destroy(), ANSWER_MS_MAX)
        const settled =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer)
            then(value)
          }
        asked.push({ answer, lines: [], resolve: settled(resolve), reject: settled(reject) })
        socket.write(`${text}\n`)
      })
    },
    close: () => void socket.destroy(),
  }
}
