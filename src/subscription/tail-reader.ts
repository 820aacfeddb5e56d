import { raceAbort } from '#concurrency/timeout.ts'
import type { LogEvent, Position } from '#event-sourcing/event-store.ts'
import type { Batch } from './batch.ts'
import { isAfter } from './checkpoint.ts'

export type TailReaderOptions = {
  prefixes: readonly string[]
  /** Up to which the subscription has taken events. */
  position(): Position | null
  /** Throws when the log is not that of the subscription's checkpoint. */
  checkLog(): Promise<void>
  onState(state: 'catching_up' | 'live'): void
}

/** How long one reader may hold up the others when the window is full. */
const WAIT_BUDGET_MS = 1_000

/** Why a reader gets nothing more; without a failure, its subscription reads its checkpoint again. */
export type Ending = { failure?: unknown }

export type TailReader = ReturnType<typeof createTailReader>

/** One subscription's part of the tail: the events that wait for it. `onTaken` runs whenever it takes some. */
export function createTailReader(
  { prefixes, position, checkLog, onState }: TailReaderOptions,
  onTaken: (reader: object) => void,
) {
  /** False while its subscription reads by itself. */
  let isAttached = false
  let pending: LogEvent[] = []
  /** Everything up to here was offered. */
  let offeredUpTo: Position | null = null
  /** The position alone is to be taken, although there is no event. */
  let isPositionDue = false
  /** The last event before it is live; null = none, undefined = it is live already, or the tail is not. */
  let liveAfter: Position | null | undefined
  /** A subscription that took more than this checks the log; undefined = checked. */
  let confirmedUpTo: Position | null | undefined
  let waitBudgetMs = WAIT_BUDGET_MS
  let ending: Ending | null = null
  let woken = Promise.withResolvers<void>()
  let onChange = () => {}

  const wake = () => woken.resolve()
  const untilWoken = async (signal: AbortSignal) => {
    await raceAbort(signal, woken.promise).catch(() => undefined)
    woken = Promise.withResolvers()
  }
  const isWanted = (event: LogEvent) => prefixes.some(prefix => event.stream.startsWith(prefix))

  function announceLive(): void {
    const next = pending[0]
    if (liveAfter === undefined || (next !== undefined && !isAfter(next.position, liveAfter))) return
    liveAfter = undefined
    onState('live')
  }

  function take(batchMax: number): Batch | null {
    if (offeredUpTo === null || (pending.length === 0 && !isPositionDue)) return null
    const events = pending.splice(0, batchMax)
    isPositionDue = false
    onTaken(self)
    return { events, position: pending.length === 0 ? offeredUpTo : events.at(-1)!.position }
  }

  const self = {
    prefixes,
    position,
    isAttached: () => isAttached,

    /** The newest events of the tail, of which some are wanted; the subscription continues with them. */
    attach(events: readonly LogEvent[], upTo: Position | null, isLive: boolean) {
      pending = events.filter(event => isAfter(event.position, position()) && isWanted(event))
      offeredUpTo = upTo
      isAttached = true
      waitBudgetMs = WAIT_BUDGET_MS
      liveAfter = undefined
      if (isLive) self.markCaughtUp()
    },
    /** The subscription reads by itself: events that it needs are dropped. */
    detach() {
      isAttached = false
      pending = []
      wake()
    },
    end(given: Ending) {
      ending = given
      wake()
    },
    offer(event: LogEvent) {
      if (isWanted(event)) pending.push(event)
    },
    /** Everything up to `upTo` was offered. */
    endOffer(upTo: Position) {
      offeredUpTo = upTo
      if (pending.length > 0) wake()
    },
    /** Whether it waits for no event before `event`. */
    isPast: (event: LogEvent) => pending[0] === undefined || isAfter(pending[0].position, event.position),
    waitBudgetMs: () => waitBudgetMs,
    spendWaitBudget(ms: number) {
      waitBudgetMs -= ms
    },
    offerPosition() {
      isPositionDue = true
      wake()
    },
    markCaughtUp() {
      liveAfter = pending.at(-1)?.position ?? null
      wake()
    },
    markAway() {
      liveAfter = undefined
      onState('catching_up')
    },
    /**
     * After a new connection: the tail's event at this position is the same, so all before it is too; null = unknown. A
     * subscription that reads by itself checks the log when it is attached.
     */
    confirmLog(at: Position | null) {
      if (confirmedUpTo === undefined || isAfter(confirmedUpTo, at)) confirmedUpTo = at
      wake()
    },
    /** What it covers may have changed. */
    notifyChange() {
      wake()
      onChange()
    },

    onChange(listener: () => void) {
      onChange = listener
    },
    untilWoken,
    /**
     * The next events; none when only the position moved. 'behind': the subscription is to read by itself. 'ended': it
     * is to read its checkpoint again. Rejects when the event store is away for too long, or `checkLog` does.
     */
    async next(batchMax: number, signal: AbortSignal): Promise<Batch | 'behind' | 'ended'> {
      for (;;) {
        if (ending?.failure !== undefined) throw ending.failure
        if (ending !== null || signal.aborted) return 'ended'
        if (!isAttached) return 'behind'
        if (confirmedUpTo !== undefined) {
          const isConfirmed = !isAfter(position(), confirmedUpTo)
          confirmedUpTo = undefined
          if (!isConfirmed) await checkLog()
          continue
        }
        announceLive()
        const batch = take(batchMax)
        if (batch !== null) return batch
        await untilWoken(signal)
      }
    },
    /** Resolves after `ms`, or when a full batch waits. */
    async waitForMore(batchMax: number, ms: number, signal: AbortSignal): Promise<void> {
      let isOver = false
      const timer = setTimeout(() => {
        isOver = true
        wake()
      }, ms)
      while (!isOver && !signal.aborted && isAttached && ending === null && pending.length < batchMax)
        await untilWoken(signal)
      clearTimeout(timer)
    },
  }
  return self
}
