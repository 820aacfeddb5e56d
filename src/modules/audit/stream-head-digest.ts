import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** One hash update covers so many; then the event loop gets a turn. */
const STREAMS_PER_TURN = 1_000

/** SHA-256 (hex) over `<stream> <revision> <hash>` and a line feed per stream, in the given order. */
export async function streamHeadDigest(
  headByStream: Iterable<readonly [string, { revision: number; hash: string }]>,
): Promise<string> {
  const digest = createHash('sha256')
  let text = ''
  let count = 0
  for (const [stream, { revision, hash }] of headByStream) {
    text += `${stream} ${revision} ${hash}\n`
    count += 1
    if (count % STREAMS_PER_TURN !== 0) continue
    digest.update(text)
    text = ''
    await nextTurn()
  }
  return digest.update(text).digest('hex')
}
