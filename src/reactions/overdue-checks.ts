import { setTimeout as delay } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Service } from '#service.ts'
import { IS_OPEN_JOB, rescheduleAfterClockSetBack, type ScheduledJob, scheduleMissingJobs } from './job-store.ts'
import type { Candidate, OverdueRule } from './reaction.ts'
import { createReadModelLag } from './read-model-lag.ts'

/** A lost job runs within two minutes: a minute until it counts as lost, half a minute until the poll. */
export const OVERDUE_DEFAULTS = { everyMs: 30_000, outstandingMs: 60_000 }
export type OverdueSettings = typeof OVERDUE_DEFAULTS

/** Health shows an alarm this long, because operators look now and then. */
const ALARM_SHOWN_MS = 600_000
/** Every hundredth poll, and the first, is a full poll, which may cost more. */
const FULL_POLL_EVERY = 100
/** Polls until a failed full poll is repeated: it may be expensive, or read models may be unbuilt. */
const FULL_POLL_RETRY_AFTER = 10
const STREAMS_AT_ONCE = 16

/** Any number of processes may poll; one schedules. */
export function startOverdueChecks(
  service: Service,
  rules: OverdueRule[],
  { everyMs, outstandingMs }: OverdueSettings,
  onScheduled: (job: ScheduledJob) => void,
) {
  const { db, log, metrics } = service
  const stopping = new AbortController()
  const models = [...new Map(rules.flatMap(({ readModels }) => readModels).map(model => [model.name, model])).values()]
  const laggingModels = createReadModelLag(service, models)
  const rescheduled = new Counter({
    name: 'jobs_rescheduled_total',
    help: 'Outstanding jobs that were in no queue; each is a defect or a loss',
    labelNames: ['queue'],
    registers: [metrics],
  })
  const blind = new Gauge({
    name: 'overdue_check_lagging',
    help: '1 while a read model of an overdue check lags',
    labelNames: ['read_model'],
    registers: [metrics],
  })
  for (const { queue } of rules) rescheduled.inc({ queue }, 0)
  const alarms = new Map<string, { count: number; until: number }>()
  let laggingNames: string[] = []
  let failing = false

  async function pollRule(rule: OverdueRule, isFull: boolean): Promise<void> {
    for await (const page of rule.candidates(db, { olderThanMs: outstandingMs, isFull })) {
      const missing = await withoutJob(service, rule.queue, page)
      for (let from = 0; from < missing.length && !stopping.signal.aborted; from += STREAMS_AT_ONCE) {
        const requests = missing.slice(from, from + STREAMS_AT_ONCE).map(candidate => readOutstanding(rule, candidate))
        raiseAlarm(rule.queue, await scheduleOutstanding((await Promise.all(requests)).filter(job => job !== null)))
      }
      if (stopping.signal.aborted) return
    }
  }

  /** One unreadable stream must not hide other jobs. */
  async function readOutstanding(rule: OverdueRule, candidate: Candidate): Promise<ScheduledJob | null> {
    try {
      return await rule.outstanding(candidate)
    } catch (err) {
      log.warn({ queue: rule.queue, id: candidate.id, err }, 'overdue check could not read a stream')
      return null
    }
  }

  async function scheduleOutstanding(outstanding: ScheduledJob[]): Promise<ScheduledJob[]> {
    const scheduled = new Set((await scheduleMissingJobs(db, outstanding)).map(({ id }) => id))
    return outstanding.filter(({ id }) => scheduled.has(id))
  }

  function raiseAlarm(queue: string, scheduled: ScheduledJob[]) {
    if (scheduled.length === 0) return
    for (const job of scheduled) onScheduled(job)
    rescheduled.inc({ queue }, scheduled.length)
    const count = scheduled.length + (currentAlarm(queue)?.count ?? 0)
    alarms.set(queue, { count, until: performance.now() + ALARM_SHOWN_MS })
    log.warn(
      { queue, ids: scheduled.map(({ id }) => id) },
      'outstanding jobs were in no queue; they are scheduled again',
    )
  }

  function currentAlarm(queue: string) {
    const alarm = alarms.get(queue)
    return alarm === undefined || alarm.until < performance.now() ? undefined : alarm
  }

  async function poll(isFull: boolean): Promise<void> {
    const ahead = await rescheduleAfterClockSetBack(db)
    if (ahead > 0) log.warn({ rows: ahead }, "the database's clock was set back: future jobs are rescheduled")
    const before = laggingNames
    laggingNames = await laggingModels(outstandingMs)
    for (const { name } of models) blind.set({ read_model: name }, laggingNames.includes(name) ? 1 : 0)
    for (const name of laggingNames)
      if (!before.includes(name)) log.error({ read_model: name }, 'a read model lags: overdue checks see nothing new')
    for (const rule of rules) await pollRule(rule, isFull)
  }

  async function keepPolling(): Promise<void> {
    let untilFullPoll = 0
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const isFull = untilFullPoll === 0
      untilFullPoll = (isFull ? FULL_POLL_EVERY : untilFullPoll) - 1
      try {
        await poll(isFull)
        failing = false
      } catch (err) {
        failing = true
        if (isFull) untilFullPoll = FULL_POLL_RETRY_AFTER - 1
        log.warn({ err }, 'overdue check failed')
      }
    }
  }

  const polling = keepPolling()
  return {
    notes: () => [
      ...rules.flatMap(({ queue }) => {
        const alarm = currentAlarm(queue)
        return alarm === undefined ? [] : [`${queue}: ${alarm.count} jobs were missing and are scheduled again`]
      }),
      ...laggingNames.map(name => `overdue checks: read model ${name} lags`),
      ...(failing ? ['overdue checks: failing'] : []),
    ],
    async stop() {
      stopping.abort()
      await polling
    },
  }
}

async function withoutJob({ db }: Service, queue: string, candidates: Candidate[]): Promise<Candidate[]> {
  if (candidates.length === 0) return []
  const known = await db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from ops.due_work
    where queue = ${queue} and id = any(${sql.array(
      candidates.map(({ id }) => id),
      'text',
    )}) and ${IS_OPEN_JOB}`)
  const has = new Set(known)
  return candidates.filter(({ id }) => !has.has(id))
}
