import { openPayload } from '#delivery/enqueue/payload.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import type { Service } from '#service.ts'
import { type Attempted, attempt } from './attempt.ts'
import { giveBack, renew } from './claim.ts'
import type { Agents } from './connector.ts'
import { createDue } from './due.ts'
import type { Endpoints } from './endpoints.ts'
import { afterAttempt, isOff, type Lane, mayStart } from './lane.ts'
import { createLanes } from './lanes.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import type { Leased } from './row.ts'
import type { Standings } from './standings.ts'
import { traceAttempt } from './trace-attempt.ts'

type Deps = {
  service: Service
  agents: Agents
  endpoints: Endpoints
  standings: Standings
  outcomes: OutcomeWriter
  metrics: DeliveryMetrics
  limits: DeliveryLimits
  /** This process's part of what an endpoint may be asked per second: 1 / processes. */
  share(): number
}
export type Dispatcher = ReturnType<typeof createDispatcher>

/**
 * Sends what is due. Rows come in two ways: handed over by the enqueuer, already leased, or claimed. Both ways ask the
 * endpoint's lane first.
 */
export function createDispatcher({ service, agents, endpoints, standings, outcomes, metrics, limits, share }: Deps) {
  const lanes = createLanes(limits, share, lane => void lookUp(lane))
  /** Leased by this process and not yet settled, by delivery; `untilMs`: as long as nobody else can have it, by what is known here. */
  const held = new Map<string, { row: Leased; untilMs: number }>()
  /** Of all lanes, before they are held. */
  let reserved = 0
  let inFlight = 0
  let lastSentMs = performance.now()
  let stopping = false
  let scheduled = false
  let timer: NodeJS.Timeout | undefined

  const isBlocked = () => stopping || outcomes.isBehind()
  const due = createDue({ service, endpoints, standings, metrics, limits, lanes, held, isBlocked, accept, wake })

  /** What can't be read is told by what is sent there. */
  async function lookUp(lane: Lane) {
    try {
      lane.endpoint = await endpoints.get(lane.webhook)
    } catch {
    } finally {
      lane.isLookedUp = true
      wake()
    }
  }

  /** Sends from the lanes in turn while there is room anywhere; a lane that sent goes to the end of the line. */
  function pump() {
    if (stopping) return
    const nowMs = performance.now()
    const places = lanes.places()
    for (const lane of lanes.inOrder()) {
      if (lane.queue.length === 0) continue
      yieldAhead(lane, nowMs)
      if (lane.queue.length === 0 || places.freeFor(lane) <= 0 || !mayStart(lane, limits, share(), nowMs)) continue
      lanes.toTheEnd(lane)
      places.take(lane, 1)
      void send(lane, lane.queue.shift()!)
    }
  }

  async function send(lane: Lane, row: Leased) {
    const isSettled = isOff(lane)
    const count = isSettled ? 'settling' : 'inFlight'
    inFlight += 1
    lane[count] += 1
    try {
      const endpoint = await endpoints.get(row.webhook)
      lane.endpoint = endpoint
      if (endpoint === null) throw new Error(`no endpoint for delivery ${row.delivery}`)
      // It is on again, and this row has not waited until the endpoint takes one more request.
      if (isSettled && !isOff(lane)) return giveBackRows(lane, [row])
      // Before the status is asked: nothing may come between that and the request.
      const payload = await openPayload(service, row.event, row.body)
      if ((await standings.of(endpoint.client_id)) !== 'active') {
        lane.isHeld = true
        return giveBackRows(lane, [row, ...lane.queue.splice(0)])
      }
      if (performance.now() > (held.get(row.delivery)?.untilMs ?? 0)) return letGo(lane, row)
      const send = () => attempt({ service, agents, limits }, row, endpoint, payload)
      const outcome = await traceAttempt(service.tracing, row, send)
      lastSentMs = performance.now()
      if (outcome.error === null) lanes.learn(outcome.durationMs)
      if (wasAsked(outcome)) {
        afterAttempt(lane, { ...outcome, failed: outcome.error !== null }, limits)
        rest(lane, outcome.durationMs)
      }
      metrics.attempted(outcome, endpoint)
      // The slot is free; the lease is held until the outcome is written.
      void outcomes.add(outcome, endpoint).then(() => {
        held.delete(row.delivery)
        if (outcome.state !== 'pending') return
        const known = lanes.of(row.webhook)
        known.nextDueMs = Math.min(known.nextDueMs, performance.now() + outcome.gapMs)
        wake()
      })
    } catch (error) {
      // Ours, not theirs: nothing was sent or nothing is known; the lease ends and the row is due again.
      service.log.error({ err: error, delivery: `dlv_${row.delivery}` }, 'webhook attempt broke')
      held.delete(row.delivery)
    } finally {
      lane[count] -= 1
      inFlight -= 1
      wake()
    }
  }

  /** A slot of a failing endpoint stays taken until `slowMs` after the start of the attempt. */
  function rest(lane: Lane, durationMs: number) {
    if (lanes.kindOf(lane) !== 'failing' || durationMs >= limits.slowMs) return
    lane.resting += 1
    const end = () => {
      lane.resting -= 1
      wake()
    }
    setTimeout(end, limits.slowMs - durationMs).unref()
  }

  /** A process that stood still finds here what another one has sent by now. */
  function letGo(lane: Lane, row: Leased) {
    held.delete(row.delivery)
    lane.nextDueMs = 0
  }

  /**
   * A lane that has become slow or failing gives back what it leased ahead: it takes up room, and other processes may
   * send it. So does one that may hold fewer rows than before: the endpoint is on again, or takes fewer a second.
   */
  function yieldAhead(lane: Lane, nowMs: number) {
    const wasYielded = lane.hasYielded
    lane.hasYielded = lanes.isSlow(lane)
    const rows = lane.hasYielded && !wasYielded ? lane.queue.length : -lanes.roomIn(lane, nowMs)
    if (rows > 0) giveBackRows(lane, lane.queue.splice(-rows))
  }

  function giveBackRows(lane: Lane, rows: Leased[]) {
    if (rows.length === 0) return
    for (const row of rows) held.delete(row.delivery)
    lane.nextDueMs = 0
    giveBack(service.db, rows).catch(error =>
      service.log.warn({ err: error }, 'webhook leases not given back; they end by themselves'),
    )
  }

  /** Takes in rows for whose leases was asked at a time, and starts what may start. */
  function accept(rows: readonly Leased[], askedMs: number) {
    for (const row of rows) {
      held.set(row.delivery, { row, untilMs: askedMs + limits.leaseMs })
      lanes.of(row.webhook).queue.push(row)
    }
    if (rows.length > 0) pump()
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
    clearTimeout(timer)
    if (stopping) return
    pump()
    const next = Math.min(due.turn(), lanes.idleMs(due.claimInMs()))
    timer = setTimeout(turn, Math.max(1, next))
  }

  async function keepLeases() {
    const askedMs = performance.now()
    const rows = [...held.values()].map(({ row }) => row)
    const renewed = await renew(service.db, rows, limits.leaseMs)
    for (const [delivery, one] of held) if (renewed.has(delivery)) one.untilMs = askedMs + limits.leaseMs
  }

  const heartbeat = setInterval(() => {
    if (held.size > 0) keepLeases().catch(error => service.log.warn({ err: error }, 'webhook leases not renewed'))
  }, limits.heartbeatMs)

  return {
    start: wake,
    notice: due.notice,
    refresh: due.refresh,
    /**
     * Whether the lane would take one more row now; the promise is kept by `handOver` or taken back by `release`. A slow lane
     * takes none: what waits for it is claimed when its turn comes.
     */
    reserve(webhook: string): boolean {
      const lane = lanes.of(webhook)
      const isFull = held.size + reserved >= limits.inFlightMax
      if (stopping || isFull || !lane.isLookedUp || lanes.isSlow(lane) || lanes.roomIn(lane) < 1) return false
      lane.reserved += 1
      reserved += 1
      return true
    },
    release(webhook: string) {
      lanes.of(webhook).reserved -= 1
      reserved -= 1
    },
    /** Takes in rows that were reserved, whose commit was begun at a time, and are now committed. */
    handOver(rows: readonly Leased[], askedMs: number) {
      for (const row of rows) lanes.of(row.webhook).reserved -= 1
      reserved -= rows.length
      accept(rows, askedMs)
    },
    stats: () => ({ inFlight, held: held.size, lastSentMs, ...due.stats() }),
    /** Takes nothing new, gives back what waits here, and waits for what is in flight. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(timer)
      const waiting = [...lanes.all()].flatMap(lane => lane.queue.splice(0))
      for (const row of waiting) held.delete(row.delivery)
      if (waiting.length > 0) await giveBack(service.db, waiting).catch(() => undefined)
      const deadline = performance.now() + limits.stopMs
      while ((inFlight > 0 || due.isClaiming()) && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 10))
      clearInterval(heartbeat)
    },
  }
}

/** What was settled without a request says nothing about the endpoint. */
function wasAsked({ error }: Pick<Attempted, 'error'>): boolean {
  return error !== 'endpoint_disabled' && error !== 'cancelled'
}
