import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SinkArguments, SinkReport } from './sink-process.ts'

export type SpawnedSink = {
  pid: number
  url: string
  caPem: string
  report(): Promise<SinkReport>
  close(): Promise<void>
}

const SCRIPT = fileURLToPath(new URL('sink-process.ts', import.meta.url))

export async function spawnSink(given: SinkArguments = {}): Promise<SpawnedSink> {
  const child: ChildProcess = fork(SCRIPT, [JSON.stringify(given)])
  const [{ url, caPem }] = await once(child, 'message')
  return {
    pid: child.pid!,
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
