import { setTimeout as delay } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Service } from '#service.ts'
import { type Arming, armMissing, followClockBack, IS_OPEN } from './due-work.ts'
import type { Candidate, WatchRule } from './reaction.ts'
import { createReadModelLag } from './read-model-lag.ts'

export type WatchSettings = {
  /** Between looks. */
  everyMs: number
  /** What has been owed for so long should have its row of due work. */
  owedMs: number
}

/** What is lost is done again within two minutes: a minute until it counts, half a minute until it is looked for. */
export const WATCH: WatchSettings = { everyMs: 30_000, owedMs: 60_000 }

/** How long health tells of an alarm: whoever looks now and then must see it. */
const TOLD_MS = 600_000
/** Every so many looks, the first included, a look may cost more. */
const THOROUGH_EVERY = 100
/** So many looks after one that failed it may again: at a start read models may not be built, and one that costs too much must leave room for others. */
const THOROUGH_AGAIN_AFTER = 10
/** Streams that are asked at the same time. */
const ASKED_AT_ONCE = 16

export type Watch = {
  /** Alarms of the last minutes, in words. */
  notes(): string[]
  stop(): Promise<void>
}

/**
 * Looks for work that is owed and that nobody has as due work, whatever the cause: a row that was lost, an event that no
 * follower was given, a defect. What read models take for owed is asked of its stream; if that says so too it is armed and told.
 * Any number of processes may look: only one of them arms.
 */
export function startWatch(
  service: Service,
  rules: WatchRule[],
  { everyMs, owedMs }: WatchSettings,
  onArmed: (arming: Arming) => void,
): Watch {
  const { db, log, metrics } = service
  const stopping = new AbortController()
  const models = [...new Map(rules.flatMap(({ readModels }) => readModels).map(model => [model.name, model])).values()]
  const laggingModels = createReadModelLag(service, models)
  const rearmed = new Counter({
    name: 'watch_rearmed_total',
    help: 'Work that was owed and nobody had as due work; each is a defect or a loss',
    labelNames: ['queue'],
    registers: [metrics],
  })
  const blind = new Gauge({
    name: 'watch_blind',
    help: '1 while a read model that the watch goes by is behind or stands still',
    labelNames: ['read_model'],
    registers: [metrics],
  })
  for (const { queue } of rules) rearmed.inc({ queue }, 0)
  const alarms = new Map<string, { count: number; until: number }>()
  let behind: string[] = []
  let failing = false

  async function lookFor(rule: WatchRule, thorough: boolean): Promise<void> {
    for await (const page of rule.open(db, { olderThanMs: owedMs, thorough })) {
      const missing = await withoutWork(service, rule.queue, page)
      for (let from = 0; from < missing.length && !stopping.signal.aborted; from += ASKED_AT_ONCE) {
        const asked = missing.slice(from, from + ASKED_AT_ONCE).map(candidate => askStream(rule, candidate))
        raise(rule.queue, await armOwed((await Promise.all(asked)).filter(arming => arming !== null)))
      }
      if (stopping.signal.aborted) return
    }
  }

  /** One stream that can't be read must not hide what is owed to the others. */
  async function askStream(rule: WatchRule, candidate: Candidate): Promise<Arming | null> {
    try {
      return await rule.owed(candidate)
    } catch (err) {
      log.warn({ queue: rule.queue, id: candidate.id, err }, 'the watch could not ask a stream')
      return null
    }
  }

  async function armOwed(owed: Arming[]): Promise<Arming[]> {
    const armed = new Set((await armMissing(db, owed)).map(({ id }) => id))
    return owed.filter(({ id }) => armed.has(id))
  }

  function raise(queue: string, armed: Arming[]) {
    if (armed.length === 0) return
    for (const arming of armed) onArmed(arming)
    rearmed.inc({ queue }, armed.length)
    const count = armed.length + (current(queue)?.count ?? 0)
    alarms.set(queue, { count, until: performance.now() + TOLD_MS })
    log.warn({ queue, ids: armed.map(({ id }) => id) }, 'work was owed and not due; it is armed again')
  }

  function current(queue: string) {
    const alarm = alarms.get(queue)
    return alarm === undefined || alarm.until < performance.now() ? undefined : alarm
  }

  async function look(thorough: boolean): Promise<void> {
    const ahead = await followClockBack(db)
    if (ahead > 0) log.warn({ rows: ahead }, "the database's clock was set back: what it had put off is put off anew")
    const before = behind
    behind = await laggingModels(owedMs)
    for (const { name } of models) blind.set({ read_model: name }, behind.includes(name) ? 1 : 0)
    for (const name of behind)
      if (!before.includes(name))
        log.error({ read_model: name }, 'a read model is behind: the watch does not see what is owed')
    for (const rule of rules) await lookFor(rule, thorough)
  }

  async function keepLooking(): Promise<void> {
    let untilThorough = 0
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const thorough = untilThorough === 0
      untilThorough = (thorough ? THOROUGH_EVERY : untilThorough) - 1
      try {
        await look(thorough)
        failing = false
      } catch (err) {
        failing = true
        if (thorough) untilThorough = THOROUGH_AGAIN_AFTER - 1
        log.warn({ err }, 'the watch could not look for what is owed')
      }
    }
  }

  const looking = keepLooking()
  return {
    notes: () => [
      ...rules.flatMap(({ queue }) => {
        const alarm = current(queue)
        return alarm === undefined ? [] : [`${queue}: ${alarm.count} were owed and not due, armed again`]
      }),
      ...behind.map(name => `watch: read model ${name} is behind`),
      ...(failing ? ['watch: can not look'] : []),
    ],
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

/** Those that no process has as due work: no row, or one that was done with and nobody holds. */
async function withoutWork({ db }: Service, queue: string, candidates: Candidate[]): Promise<Candidate[]> {
  if (candidates.length === 0) return []
  const known = await db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from ops.due_work
    where queue = ${queue} and id = any(${sql.array(
      candidates.map(({ id }) => id),
      'text',
    )}) and ${IS_OPEN}`)
  const has = new Set(known)
  return candidates.filter(({ id }) => !has.has(id))
}
