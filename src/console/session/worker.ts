import { createBrowserSession } from './browser-session.ts'
import { type FromPage, type FromWorker, sendableError } from './messages.ts'

/**
 * A SharedWorker: one session and one stream of events for all pages of this browser, gone with the last of them. Its
 * own address is `<API>/console/<file>`.
 */
const ports = new Map<MessagePort, { isVisible: boolean }>()
const url = new URL('..', location.href).href

const session = createBrowserSession(url, {
  onState: state => sendAll({ state }),
  onLive: live => sendAll({ live }),
  onItem: item => sendAll({ item }),
  onScarce: scarceUntilMs => sendAll({ scarceUntilMs }),
})

function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(message)
}

function sendAll(message: FromWorker): void {
  for (const port of ports.keys()) send(port, message)
}

function updateVisible(): void {
  session.setVisible([...ports.values()].some(({ isVisible }) => isVisible))
}

async function answer(port: MessagePort, message: FromPage): Promise<void> {
  if ('touch' in message) return session.touch()
  if ('scarceForMs' in message) return session.spare(message.scarceForMs)
  if ('visible' in message) {
    // A page reports that it is hidden after it has left.
    if (ports.has(port)) ports.set(port, { isVisible: message.visible })
    return updateVisible()
  }
  if ('leave' in message) {
    ports.delete(port)
    updateVisible()
    if (ports.size === 0 && session.state().is === 'in') await session.end('signed_out')
    return
  }
  const { id, call, given } = message
  try {
    const run = session[call] as (...given: unknown[]) => Promise<unknown>
    send(port, { id, result: await run(...given) })
  } catch (error) {
    send(port, { id, error: sendableError(error) })
  }
}

addEventListener('connect', event => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  ports.set(port, { isVisible: false })
  port.addEventListener('message', ({ data }) => void answer(port, data))
  port.start()
  send(port, { state: session.state() })
  send(port, { live: session.live() })
  send(port, { scarceUntilMs: session.scarceUntilMs() })
})
