import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** The name and text of a statement that is prepared, which is called by its name alone from then on. */
const PREPARED = /([0-9a-f]{32}_\d+)\0([^\0]+)\0/g

/**
 * A way to a store that can stop to carry anything, without a word to either side: as a cable that is pulled. `own`:
 * the port that it is found at.
 */
export async function silentLine(port: number, own = 0) {
  const sockets: Socket[] = []
  let isSilent = false
  let lost: string | null = null
  const statements = new Map<string, string>()
  const hush = (ends = sockets) => {
    for (const socket of ends) socket.unpipe().pause()
  }
  const says = (said: string, text: string) =>
    said.includes(text) || [...statements].some(([name, its]) => its.includes(text) && said.includes(name))
  const server = createServer(near => {
    const far = dial(port, '127.0.0.1')
    near.on('data', chunk => {
      const said = chunk.toString('latin1')
      for (const [, name = '', text = ''] of said.matchAll(PREPARED)) statements.set(name, text)
      if (lost === null || !says(said, lost)) return
      lost = null
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
     * The next connection that this is said on has its last word carried and no answer: as when a gateway forgets one
     * of several.
     */
    silenceOneThatSays(text: string) {
      lost = text
    },
    /** Whether that has come to pass. */
    hasSilencedOne: () => lost === null,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
