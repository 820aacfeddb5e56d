import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { figure, round } from './figures.ts'
import { startWholeService, type WholeService } from './whole-service.ts'

export const name = 'memory of a process with all roles under load'

/** An hour tells what a long-running process comes to: `BENCH_MEMORY_SECONDS=3600`. */
const SECONDS = Number(process.env.BENCH_MEMORY_SECONDS ?? 180)
const RATE = Number(process.env.BENCH_MEMORY_RATE ?? 50)
const PART_S = 30
const PROBE_MS_MAX = 20_000
const PROBE = fileURLToPath(new URL('memory-probe.ts', import.meta.url))

/** What `memory-probe.ts` writes, bytes. */
type Probe = { before: NodeJS.MemoryUsage; after: NodeJS.MemoryUsage }

export async function bench(): Promise<void> {
  const whole = await startWholeService(undefined, { NODE_OPTIONS: `--import ${PROBE}` })
  try {
    let rssMax = 0
    for (let passed = 0; passed < SECONDS; passed += PART_S) {
      const recorded = await whole.record(RATE * PART_S)
      await whole.refunds(recorded, RATE)
      rssMax = Math.max(rssMax, status(whole.pid, 'VmRSS'))
    }
    const { before, after } = await probe(whole)
    const mb = (bytes: number) => `${round(bytes / 1_048_576)} MB`
    figure(`resident after ${SECONDS} s at ${RATE}/s`, mb(before.rss), `at most ${mb(rssMax)}; aim ≤ 350 MB`)
    figure('  heap in use, before a collection', mb(before.heapUsed), `of ${mb(before.heapTotal)}`)
    figure('  heap in use, after it', mb(after.heapUsed), `of ${mb(after.heapTotal)}; resident ${mb(after.rss)}`)
    figure('  external', mb(after.external), `of it ArrayBuffers ${mb(after.arrayBuffers)}`)
    figure('  of files: Node and libraries', mb(status(whole.pid, 'RssFile')))
    const native = after.rss - after.heapTotal - after.external - status(whole.pid, 'RssFile')
    figure('  native: the rest of what is resident after it', mb(native))
  } finally {
    await whole.stop()
  }
}

/** Bytes, of a line in /proc/<pid>/status. */
function status(pid: number, line: string): number {
  const kb = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1_024
}

async function probe({ pid, environment }: WholeService): Promise<Probe> {
  process.kill(pid, 'SIGUSR2')
  const deadline = performance.now() + PROBE_MS_MAX
  for (;;) {
    await delay(100)
    try {
      return JSON.parse(readFileSync(`${environment.DATA_DIR}/memory.json`, 'utf8'))
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}
