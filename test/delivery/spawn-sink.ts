import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SinkReport } from './sink-process.ts'

export type SpawnedSink = { url: string; caPem: string; report(): Promise<SinkReport>; close(): Promise<void> }

const SCRIPT = fileURLToPath(new URL('sink-process.ts', import.meta.url))

export async function spawnSink(answerMsMax = 0): Promise<SpawnedSink> {
  const child: ChildProcess = fork(SCRIPT, [String(answerMsMax)])
  const [{ url, caPem }] = await once(child, 'message')
  return {
    url,
    caPem,
    async report() {
      child.send('report')
      const [report] = await once(child, 'message')
      return report
    },
    async close() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
