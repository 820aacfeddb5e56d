import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** Prepares a statement: its name, which later executions send alone, and its text. */
const PREPARATION = /([0-9a-f]{32}_\d+)\0([^\0]+)\0/g

/**
 * A way to a store that can stop to carry anything, without a word to either side: as a cable that is pulled. `own`:
 * the port that it is found at.
 */
export async function silentLine(port: number, own = 0) {
  const sockets: Socket[] = []
  let isSilent = false
  let awaited: string | null = null
  const statements = new Map<string, string>()
  const hush = (ends = sockets) => {
    for (const socket of ends) socket.unpipe().pause()
  }
  const contains = (sent: string, text: string) =>
    sent.includes(text) || [...statements].some(([name, statement]) => statement.includes(text) && sent.includes(name))
  const server = createServer(near => {
    const far = dial(port, '127.0.0.1')
    near.on('data', chunk => {
      const sent = chunk.toString('latin1')
      for (const [, name = '', text = ''] of sent.matchAll(PREPARATION)) statements.set(name, text)
      if (awaited === null || !contains(sent, awaited)) return
      awaited = null
      hush([near, far])
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
    if (isSilent) hush()
  })
  server.listen(own, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    silence() {
      isSilent = true
      hush()
    },
    /** New connections are carried: as when a gateway between has forgotten those that there were. */
    silenceWhatIsOpen: () => hush(),
    /**
     * Silences the next connection that sends the text, or executes a prepared statement with it: the server receives
     * it, and its answer is lost, as when a gateway forgets one of several connections.
     */
    silenceOneThatSends(text: string) {
      awaited = text
    },
    /** Whether a connection has sent the text since. */
    hasSilencedOne: () => awaited === null,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
