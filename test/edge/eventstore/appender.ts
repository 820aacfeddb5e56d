import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openStore } from '#embedded/eventstore/store/store.ts'

/**
 * A process made to be killed: the node's storage without its port, which starts in a third of the time. It appends
 * without end, one to five events at a time in eight lanes, and says `lane batch revision` on stdout after each
 * acknowledgement.
 */

const [dataDir = '', life = ''] = process.argv.slice(2)
const LANES = 8
const store = await openStore(dataDir, error => {
  throw error
})

async function lane(number: number): Promise<void> {
  for (let sequence = 0; ; sequence++) {
    const batch = `${life}.${number}.${sequence}`
    const of = 1 + (sequence % 5)
    const events = Array.from({ length: of }, (_, index) => ({
      id: randomUUID(),
      type: 'Batched',
      contentType: 'application/json',
      metadata: new Uint8Array(),
      data: Buffer.from(JSON.stringify({ batch, index, of, padding: 'x'.repeat(sequence % 700) })),
    }))
    const stream = `lane-${number}`
    const written = await store.writer.write({
      kind: 'append',
      stream,
      expected: 'any',
      events,
      deadline: Number.POSITIVE_INFINITY,
    })
    if (written.outcome !== 'stored') throw new Error(written.outcome)
    // Straight into the pipe, so that what was said before the kill arrives.
    writeSync(1, `${number} ${batch} ${written.revision}\n`)
  }
}

writeSync(1, 'ready\n')
await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
