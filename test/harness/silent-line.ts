import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A way to a store that can stop to carry anything, without a word to either side: as a cable that is pulled. `own`:
 * the port that it is found at.
 */
export async function silentLine(port: number, own = 0) {
  const sockets: Socket[] = []
  let isSilent = false
  let lost: string | null = null
  const hush = (ends = sockets) => {
    for (const socket of ends) socket.unpipe().pause()
  }
  const server = createServer(near => {
    const far = dial(port, '127.0.0.1')
    near.on('data', chunk => {
      if (lost === null || !chunk.includes(lost)) return
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
