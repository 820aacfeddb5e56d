import { once } from 'node:events'
import { connect } from 'node:net'
import { createParser, type ManagementMessage } from './protocol.ts'

const ANSWER_MS_MAX = 10_000

export type Management = Awaited<ReturnType<typeof connectManagement>>

export type ServerMessage = Extract<ManagementMessage, { type: 'client' | 'bytes' }>

type PendingCommand = {
  answer: 'line' | 'list'
  lines: string[]
  done(lines: string[]): void
  failed(error: Error): void
}

/** Commands are answered in order, with unsolicited messages in between. */
export async function connectManagement(path: string, onMessage: (message: ServerMessage) => void) {
  const socket = connect(path)
  await once(socket, 'connect')
  const pending: PendingCommand[] = []
  const parse = createParser()
  let reason = 'the management socket was closed'

  const closed = new Promise<void>(resolve => {
    socket.on('error', () => undefined)
    socket.once('close', () => {
      for (const one of pending.splice(0)) one.failed(new Error(reason))
      resolve()
    })
  })

  function take(message: ManagementMessage): void {
    if (message.type === 'client' || message.type === 'bytes') {
      onMessage(message)
      return
    }
    const [first] = pending
    if (first === undefined) return
    if (message.type === 'line') {
      first.lines.push(message.text)
      return
    }
    if (message.type === 'reply' && !message.isDone) {
      pending.shift()
      first.failed(new Error(`OpenVPN refused: ${message.text}`))
    } else if (first.answer === (message.type === 'end' ? 'list' : 'line')) {
      pending.shift()
      first.done(first.lines)
    }
  }
  socket.on('data', chunk => {
    for (const message of parse(chunk)) take(message)
  })

  function send(text: string, answer: PendingCommand['answer'], take: (lines: string[]) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error(reason))
      // Responses have no id: after a missing one the others can't be assigned.
      const timer = setTimeout(() => {
        reason = `no answer within ${ANSWER_MS_MAX} ms: OpenVPN talks to one agent at a time`
        socket.destroy()
      }, ANSWER_MS_MAX)
      pending.push({
        answer,
        lines: [],
        done(lines) {
          clearTimeout(timer)
          take(lines)
          resolve()
        },
        failed(error) {
          clearTimeout(timer)
          reject(error)
        },
      })
      socket.write(`${text}\n`)
    })
  }

  return {
    closed,
    isOpen: () => !socket.destroyed,
    /** Errors: OpenVPN refused, or the connection is closed. */
    command: (text: string) => send(text, 'line', () => undefined),
    /** Passes the lines of a list on before any later message. Errors: as above. */
    list: (text: string, take: (lines: string[]) => void) => send(text, 'list', take),
    close: () => void socket.destroy(),
  }
}
