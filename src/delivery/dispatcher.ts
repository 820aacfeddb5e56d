import type { Agent } from 'undici'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import type { Service } from '#service.ts'
import { attempt } from './attempt.ts'
import { claim, findWaiting, giveBack, oldestPendingDay, renew } from './claim.ts'
import type { Endpoints } from './endpoints.ts'
import { afterAnswer, isSuspect, type Lane, mayStart, newLane, readyInMs, room } from './lane.ts'
import type { DeliveryLimits } from './limits.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import type { Leased } from './row.ts'

type Deps = {
  service: Service
  agent: Agent
  endpoints: Endpoints
  outcomes: OutcomeWriter
  metrics: DeliveryMetrics
  limits: DeliveryLimits
  /** This process's part of what an endpoint may be asked per second: 1 / processes. */
  share(): number
}

/**
 * Sends what is due. Rows come in two ways: handed over by the enqueuer, already leased, or claimed. Both ways ask the
 * endpoint's lane first.
 */
export function createDispatcher({ service, agent, endpoints, outcomes, metrics, limits, share }: Deps) {
  const lanes = new Map<string, Lane>()
  const held = new Set<Leased>()
  let inFlight = 0
  let suspectInFlight = 0
  let stopping = false
  let claiming = false
  let polling = false
  let oldest = dayOf(service.now())
  let lastPollMs = Number.NEGATIVE_INFINITY
  let polledAtMs = performance.now()
  let timer: NodeJS.Timeout | undefined
  let scheduled = false
  let lateMs = 0
  let claimAgainMs = Number.NEGATIVE_INFINITY

  function laneOf(webhook: string): Lane {
    const lane = lanes.get(webhook) ?? newLane(webhook, limits)
    lanes.set(webhook, lane)
    return lane
  }

  /** Sends from the lanes in turn, one row each per round, while there is room anywhere. */
  function pump() {
    for (let any = true; any && !stopping; ) {
      any = false
      const nowMs = performance.now()
      for (const lane of lanes.values()) {
        if (lane.queue.length === 0 || inFlight >= limits.inFlightMax) continue
        if (isSuspect(lane) && suspectInFlight >= limits.suspectInFlightMax) continue
        if (!mayStart(lane, limits, share(), nowMs)) continue
        any = true
        void send(lane, lane.queue.shift()!)
      }
    }
  }

  async function send(lane: Lane, row: Leased) {
    const suspect = isSuspect(lane)
    inFlight += 1
    lane.inFlight += 1
    if (suspect) suspectInFlight += 1
    try {
      const endpoint = await endpoints.get(row.webhook)
      lane.endpoint = endpoint
      if (endpoint === null) throw new Error(`no endpoint for delivery ${row.delivery}`)
      const outcome = await attempt({ service, agent, limits }, row, endpoint)
      afterAnswer(lane, outcome.answered, limits)
      if (outcome.state === 'pending') lane.nextDueMs = Math.min(lane.nextDueMs, outcome.dueAt.getTime())
      metrics.attempted(outcome, endpoint)
      // The slot is free; the lease is held until the outcome is written.
      void outcomes.add(outcome, endpoint).finally(() => held.delete(row))
    } catch (error) {
      // Ours, not theirs: nothing was sent or nothing is known; the lease ends and the row is due again.
      service.log.error({ err: error, delivery: `dlv_${row.delivery}` }, 'webhook attempt broke')
      held.delete(row)
    } finally {
      inFlight -= 1
      lane.inFlight -= 1
      if (suspect) suspectInFlight -= 1
      wake()
    }
  }

  /** Takes in leased rows and starts what may start. */
  function accept(rows: readonly Leased[]) {
    for (const row of rows) {
      const lane = laneOf(row.webhook)
      held.add(row)
      lane.queue.push(row)
    }
    if (rows.length > 0) pump()
  }

  function rooms(nowMs: number, clockMs: number) {
    let left = Math.min(limits.claimMax, limits.inFlightMax * 2 - held.size)
    const found: { webhook: string; slots: number }[] = []
    for (const lane of lanes.values()) {
      if (lane.nextDueMs > clockMs || left <= 0) continue
      const slots = Math.min(room(lane, limits, share(), nowMs), left)
      // A busy lane claims in portions, not one row per answer.
      if (slots <= 0 || (lane.queue.length > 0 && slots < lane.width)) continue
      found.push({ webhook: lane.webhook, slots })
      left -= slots
    }
    return found
  }

  /** Claims for every lane that has room and may have due rows; a lane that gives less than its room has no more due. */
  async function claimDue() {
    if (claiming || stopping || outcomes.isBehind()) return
    const now = service.now()
    if (performance.now() < claimAgainMs) return
    const wanted = rooms(performance.now(), now.getTime())
    if (wanted.length === 0) return
    claiming = true
    // Said first, so that what becomes due during the claim is not forgotten after it.
    for (const { webhook } of wanted) laneOf(webhook).nextDueMs = Number.POSITIVE_INFINITY
    try {
      const rows = await claim(service.db, wanted, oldest, now, limits.leaseMs)
      const got = Map.groupBy(rows, row => row.webhook)
      for (const { webhook, slots } of wanted) if (got.get(webhook)?.length === slots) laneOf(webhook).nextDueMs = 0
      if (stopping) await giveBack(service.db, rows, now)
      else accept(rows)
    } catch (error) {
      service.log.warn({ err: error }, 'webhook claim failed')
      for (const { webhook } of wanted) laneOf(webhook).nextDueMs = 0
      claimAgainMs = performance.now() + limits.pauseMs
    } finally {
      claiming = false
      wake()
    }
  }

  /** What the database says waits: finds what no notice told of. */
  async function poll() {
    lastPollMs = performance.now()
    if (polling) return
    polling = true
    const now = service.now()
    try {
      oldest = await oldestPendingDay(service.db, dayOf(now))
      const waiting = await findWaiting(service.db, oldest)
      let latest = 0
      for (const { webhook, revision, due_at } of waiting) {
        const lane = laneOf(webhook)
        lane.nextDueMs = Math.min(lane.nextDueMs, Date.parse(due_at))
        if (lane.endpoint === null || lane.endpoint.revision !== revision) await refresh(webhook)
        const isOpen = room(lane, limits, share(), performance.now()) > 0 && !isSuspect(lane)
        if (isOpen) latest = Math.max(latest, now.getTime() - Date.parse(due_at))
      }
      lateMs = latest
      metrics.oldestDueMs(latest)
      polledAtMs = performance.now()
      dropIdle(new Set(waiting.map(({ webhook }) => webhook)))
    } catch (error) {
      service.log.warn({ err: error }, 'webhook poll failed')
    } finally {
      polling = false
    }
    wake()
  }

  /** A lane without work that holds no bad memory is forgotten; it would start anew the same way. */
  function dropIdle(waiting: Set<string>) {
    for (const [webhook, lane] of lanes) {
      if (waiting.has(webhook) || lane.inFlight + lane.queue.length + lane.reserved > 0) continue
      lane.nextDueMs = Number.POSITIVE_INFINITY
      if (lanes.size > limits.inFlightMax) lanes.delete(webhook)
    }
  }

  async function refresh(webhook: string) {
    endpoints.forget(webhook)
    const lane = lanes.get(webhook)
    if (lane === undefined) return
    const before = lane.endpoint
    lane.endpoint = await endpoints.get(webhook)
    // A changed address is a new chance.
    if (before !== null && before.url?.href !== lane.endpoint?.url?.href) lane.silences = 0
  }

  /** One turn of the loop, soon; many calls make one turn. */
  function wake() {
    if (scheduled || stopping) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      turn()
    })
  }

  function turn() {
    pump()
    void claimDue()
    clearTimeout(timer)
    if (stopping) return
    const nowMs = performance.now()
    const clockMs = service.now().getTime()
    let next = lastPollMs + limits.pollMs - nowMs
    if (next <= 0) {
      void poll()
      next = limits.pollMs
    }
    for (const lane of lanes.values()) {
      if (lane.queue.length > 0 || lane.nextDueMs <= clockMs)
        next = Math.min(next, readyInMs(lane, limits, share(), nowMs))
      else next = Math.min(next, lane.nextDueMs - clockMs)
    }
    timer = setTimeout(turn, Math.max(1, next))
  }

  const heartbeat = setInterval(() => {
    if (held.size > 0)
      renew(service.db, [...held], service.now(), limits.leaseMs).catch(error =>
        service.log.warn({ err: error }, 'webhook leases not renewed'),
      )
  }, limits.heartbeatMs)

  return {
    start: wake,
    /** Takes in rows that were reserved and are now committed. */
    handOver(rows: readonly Leased[]) {
      for (const row of rows) laneOf(row.webhook).reserved -= 1
      accept(rows)
    },
    /** Whether the lane would take one more row now; the promise is kept by `handOver` or taken back by `release`. */
    reserve(webhook: string): boolean {
      const lane = laneOf(webhook)
      if (stopping || held.size >= limits.inFlightMax || room(lane, limits, share(), performance.now()) < 1)
        return false
      lane.reserved += 1
      return true
    },
    release(webhook: string) {
      laneOf(webhook).reserved -= 1
    },
    /** Something is due somewhere: look now. */
    due(webhook?: string) {
      if (webhook !== undefined && webhook !== '') laneOf(webhook).nextDueMs = 0
      else lastPollMs = Number.NEGATIVE_INFINITY
      wake()
    },
    refresh,
    stats: () => ({ inFlight, held: held.size, oldestDueMs: lateMs, polledAtMs }),
    /** Takes nothing new, gives back what waits here, and waits for what is in flight. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(timer)
      const waiting = [...lanes.values()].flatMap(lane => lane.queue.splice(0))
      for (const row of waiting) held.delete(row)
      if (waiting.length > 0) await giveBack(service.db, waiting, service.now()).catch(() => undefined)
      const deadline = performance.now() + limits.stopMs
      while ((inFlight > 0 || claiming) && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 10))
      clearInterval(heartbeat)
    },
  }
}
export type Dispatcher = ReturnType<typeof createDispatcher>
