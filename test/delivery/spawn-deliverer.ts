import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DelivererArguments } from './deliverer-process.ts'

export type SpawnedDeliverer = {
  pid: number
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves when it has stopped in order. */
  stop(): Promise<void>
  /** Bytes of the heap that are in use after a collection. */
  heapUsed(): Promise<number>
}

const SCRIPT = fileURLToPath(new URL('deliverer-process.ts', import.meta.url))

export async function spawnDeliverer(given: DelivererArguments): Promise<SpawnedDeliverer> {
  const child: ChildProcess = fork(SCRIPT, [JSON.stringify(given)], { execArgv: ['--expose-gc'] })
  const gone = once(child, 'exit')
  const said = await Promise.race([once(child, 'message'), gone.then(() => null)])
  if (said === null) throw new Error('a deliverer ended at its start')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return {
    pid: child.pid!,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async heapUsed() {
      child.send('heap')
      const [bytes] = await once(child, 'message')
      return bytes
    },
  }
}
