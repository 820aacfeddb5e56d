import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds } from '../harness/process-figures.ts'
import { figure, round } from './figures.ts'
import { spawnService } from './spawned-service.ts'
import { ALL_ROLES, startWholeService } from './whole-service.ts'

export const name = 'idle: a process that leads everything, and one that stands by'

const SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 20)
const WARM_UP_REFUNDS = 300
const WARM_UP_RATE = 50
const SETTLE_MS = 10_000

/** CPU and PostgreSQL's statements a second while nothing happens. */
export async function bench(): Promise<void> {
  const whole = await startWholeService()
  try {
    await whole.refunds(await whole.record(WARM_UP_REFUNDS), WARM_UP_RATE)
    const alone = await whole.rest(SECONDS)
    for (const { who, ms } of alone.cpu) figure(`CPU at rest, ${who}`, `${round(ms, 1)} ms/s`)
    figure('PostgreSQL transactions at rest', `${round(alone.transactions, 1)}/s`)
    figure('PostgreSQL statements at rest', `${round(alone.statements, 1)}/s`)

    // PostgreSQL counts statements by user: this one keeps its statements apart from the leader's.
    const DATABASE_URL = await whole.postgres.urlAs('standby')
    const standby = await spawnService({ ...whole.environment, DATABASE_URL, ROLES: ALL_ROLES })
    try {
      await delay(SETTLE_MS)
      const before = cpuSeconds(standby.pid)
      const started = performance.now()
      const beside = await whole.rest(SECONDS, 'standby')
      const seconds = (performance.now() - started) / 1_000
      const own = ((cpuSeconds(standby.pid) - before) * 1_000) / seconds
      figure('CPU of a stand-by, its process', `${round(own, 1)} ms/s`)
      for (const [index, { who, ms }] of beside.cpu.entries())
        figure(`  more for ${who}`, `${round(ms - alone.cpu[index]!.ms, 1)} ms/s`)
      figure('PostgreSQL transactions with a stand-by', `${round(beside.transactions, 1)}/s`)
      figure('PostgreSQL statements of a stand-by', `${round(beside.statements, 1)}/s`)
    } finally {
      await standby.end()
    }
  } finally {
    await whole.stop()
  }
}
