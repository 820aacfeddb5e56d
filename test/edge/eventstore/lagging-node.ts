import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import { context } from '../../harness/counter.ts'

const STREAMS = 40
const EACH = 100
/** Longer than a lost connection takes to be made again. */
const LAGGING_MS = 1_500

/** Such events of a new stream as a service writes. */
export function eventsOf(stream: string, count: number) {
  const events = Array.from({ length: count }, (_, n) => ({ type: 'Happened', data: { n } }))
  return addEnvelopes(stream, { revision: -1, hash: null, at: null }, events, context(stream)).map(toNewEvent)
}

/**
 * A node with a log that is more than what a connection holds at a time: 4,000 events in streams called `even-0`,
 * `odd-1` and so on, one stream after the other. In its place another one can answer that lags behind: its log ends in
 * the middle.
 */
export async function laggingNode() {
  const folder = mkdtempSync(join(tmpdir(), 'lagging-'))
  const [whole, behind] = [join(folder, 'whole'), join(folder, 'behind')]
  let node = await startEmbeddedEventStore({ dataDir: whole })
  const port = Number(new URL(node.url).port)
  const store = connectEventStore(node.url)
  async function restart(dataDir = whole, meanwhile = () => {}) {
    await node.stop()
    meanwhile()
    node = await startEmbeddedEventStore({ dataDir, port })
  }
  const streams = Array.from({ length: STREAMS }, (_, n) => (n % 2 === 0 ? `even-${n}` : `odd-${n}`))
  for (const [n, stream] of streams.entries()) {
    if (n === STREAMS / 2) await restart(whole, () => cpSync(whole, behind, { recursive: true }))
    await store.append(stream, 'no_stream', eventsOf(stream, EACH))
  }
  return {
    store,
    streams,
    /** In every stream. */
    each: EACH,
    end: (await store.end())!,
    /** The connection is lost, and everything as before. */
    restart: () => restart(),
    /** The one that lags answers; resolves then, with the time at which all of it is there again. */
    async lag(): Promise<{ isBack: Promise<void> }> {
      await restart(behind)
      return { isBack: delay(LAGGING_MS).then(() => restart()) }
    },
    async stop() {
      await store.close()
      await node.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
