import { type FromPage, type FromWorker, sendableError } from './messages.ts'
import { createSessionKeeper } from './session-keeper.ts'

/**
 * A SharedWorker: one session for all pages of this browser, gone with the last of them. Its own address is
 * `<API>/console/<file>`.
 */
const ports = new Set<MessagePort>()
const url = new URL('..', location.href).href

const keeper = createSessionKeeper(url, state => {
  for (const port of ports) send(port, { state })
})

function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(message)
}

async function answer(port: MessagePort, message: FromPage): Promise<void> {
  if ('touch' in message) return keeper.touch()
  if ('leave' in message) {
    ports.delete(port)
    if (ports.size === 0 && keeper.state().is === 'in') await keeper.end('signed_out')
    return
  }
  const { id, call, given } = message
  try {
    const run = keeper[call] as (...given: unknown[]) => Promise<unknown>
    send(port, { id, result: await run(...given) })
  } catch (error) {
    send(port, { id, error: sendableError(error) })
  }
}

addEventListener('connect', event => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  ports.add(port)
  port.addEventListener('message', ({ data }) => void answer(port, data))
  port.start()
  send(port, { state: keeper.state() })
})
