import { setTimeout as delay } from 'node:timers/promises'
import { raceAbort } from '#concurrency/timeout.ts'
import type { EventStore, LogEvent, Position } from '#event-sourcing/event-store.ts'
import type { Batch } from './batch.ts'
import { CheckpointMoved, checkpointAfter, isAfter } from './checkpoint.ts'
import { freezeDeep } from './freeze-deep.ts'
import { assertSameLog, LogMismatch, positionOf } from './log-identity.ts'
import { SUBSCRIPTION_AWAY_MS_MAX, subscribeWithLiveness } from './subscribe-with-liveness.ts'
import { createTailReader, type Ending, type TailReader, type TailReaderOptions } from './tail-reader.ts'

/** Of the newest events, by `freezeDeep`: some ten thousand. Who is further behind reads by itself. */
const WINDOW_BYTES = 24 * 2 ** 20
/** Readers that begin together share a start. */
const START_DELAY_MS = 20
/** After so much, readers without new events get the position alone, which their subscriptions then store. */
const POSITION_EVENTS = 1_000
const POSITION_MS = 5_000
/** After a failure, unless a reader joins or the last one leaves: those that read by themselves stay. */
const RETRY_MS = 1_000

type Tail = ReturnType<typeof createTail>

const tails = new WeakMap<EventStore, Tail>()

/** One per event store of a process. */
export function tailOf(store: EventStore, windowBytes = WINDOW_BYTES): Tail {
  const tail = tails.get(store) ?? createTail(store, windowBytes)
  tails.set(store, tail)
  return tail
}

/** The state of one reading of the log, from its first position on. */
function createReading(from: Position | null) {
  return {
    /** By prefix, after which position its events are in the window, unless they left it. */
    startedAt: new Map<string, Position | null>(),
    /** The newest events, and what they take. */
    window: [] as { event: LogEvent; bytes: number }[],
    windowBytes: 0,
    /** Events up to here left the window. */
    droppedUpTo: from,
    at: { position: from, lastEvent: null as bigint | null, lastId: null as string | null },
    isLive: false,
    /** Up to here the position was offered to readers without events. */
    passedTo: null as Position | null,
  }
}

/**
 * One catch-up subscription for all that a process leads, at the end of the log. Events are decoded and checked once
 * and handed out frozen. The newest are kept: a subscription joins without a gap when all events after its position are
 * there, and is detached when it needs one that is not. Without readers nothing is read.
 */
function createTail(store: EventStore, windowBytesMax: number) {
  const readers = new Set<TailReader>()
  let current: ReturnType<typeof createReading> | null = null
  let restarting = new AbortController()
  let isStarting = false
  let isReading = false
  let taken = Promise.withResolvers<void>()
  let unpassedEvents = 0

  const attached = () => [...readers].filter(reader => reader.isAttached())
  const hasStarted = ({ prefixes }: TailReader) => prefixes.every(prefix => current?.startedAt.has(prefix))

  function covers({ prefixes, position }: TailReader): boolean {
    if (current === null) return false
    const { startedAt, droppedUpTo, isLive, at } = current
    const isThere = (prefix: string) => startedAt.has(prefix) && !isAfter(startedAt.get(prefix)!, position())
    return prefixes.every(isThere) && !isAfter(droppedUpTo, position()) && (isLive || !isAfter(position(), at.position))
  }

  function startSoon(): void {
    if (isStarting) return
    isStarting = true
    setTimeout(() => {
      isStarting = false
      if ([...readers].some(reader => !hasStarted(reader))) restarting.abort()
      if (!isReading) void keepReading()
    }, START_DELAY_MS)
  }

  async function keepReading(): Promise<void> {
    isReading = true
    const positionTimer = setInterval(passPosition, POSITION_MS)
    for (let isResumed = false; readers.size > 0; isResumed = true) {
      restarting = new AbortController()
      const prefixes = begin()
      await subscribeWithLiveness(store, SUBSCRIPTION_AWAY_MS_MAX, {
        prefixes,
        from: current!.at.position,
        signal: restarting.signal,
        isResumed,
        checkLog,
        handle,
        onState,
        onCaughtUp,
      }).catch(async error => {
        // In another log each subscription finds out by itself where it is.
        endAll(error instanceof LogMismatch || error instanceof CheckpointMoved ? {} : { failure: error })
        await delay(RETRY_MS, undefined, { signal: restarting.signal }).catch(() => undefined)
      })
    }
    clearInterval(positionTimer)
    current = null
    isReading = false
  }

  /** Continues with what the readers want by now. */
  function begin(): string[] {
    current ??= createReading(firstPosition())
    const before = current.startedAt
    const prefixes = [...new Set([...readers].flatMap(reader => reader.prefixes))]
    const { position } = current.at
    current.startedAt = new Map(prefixes.map(prefix => [prefix, before.has(prefix) ? before.get(prefix)! : position]))
    current.isLive = false
    for (const reader of readers) reader.notifyChange()
    return prefixes
  }

  /** Of those that are not far behind the others. Positions are bytes of the log. */
  function firstPosition(): Position | null {
    const positions = [...readers].map(reader => reader.position())
    const newest = positions.reduce((a, b) => (isAfter(a, b) ? a : b))
    const oldest = (newest?.commit ?? 0n) - BigInt(windowBytesMax)
    return positions.filter(at => (at?.commit ?? 0n) >= oldest).reduce((a, b) => (isAfter(a, b) ? b : a))
  }

  function endAll(ending: Ending): void {
    current = null
    for (const reader of attached()) {
      readers.delete(reader)
      reader.end(ending)
    }
  }

  async function checkLog(): Promise<void> {
    const { at } = current!
    await assertSameLog(store, at, { name: 'the process', restoreAdvice: 'see its subscriptions' })
    if (isAfter(at.position, await store.end())) throw new CheckpointMoved('the process')
    const confirmed = at.lastEvent === null || at.lastId === null ? null : positionOf(at.lastEvent)
    for (const reader of readers) reader.confirmLog(confirmed)
  }

  function onState(state: 'live' | 'reconnecting'): void {
    if (state === 'live') return
    current!.isLive = false
    for (const reader of attached()) reader.markAway()
  }

  function onCaughtUp(): void {
    current!.isLive = true
    for (const reader of attached()) reader.markCaughtUp()
    for (const reader of readers) reader.notifyChange()
  }

  async function handle({ events, position }: Batch): Promise<void> {
    const reading = current!
    // After a lost connection parts of a batch come again.
    const fresh = events.filter(event => isAfter(event.position, reading.at.position))
    if (isAfter(position, reading.at.position)) reading.at = checkpointAfter(reading.at, fresh, position)
    const entries = fresh.map(event => ({ event, bytes: freezeDeep(event) }))
    reading.window.push(...entries)
    reading.windowBytes += entries.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const reader of attached()) {
      for (const event of fresh) reader.offer(event)
      reader.endOffer(reading.at.position!)
    }
    unpassedEvents += fresh.length
    if (unpassedEvents >= POSITION_EVENTS) passPosition()
    for (const reader of readers) if (!reader.isAttached()) reader.notifyChange()
    await makeRoom(reading)
  }

  function passPosition(): void {
    if (current === null || !isAfter(current.at.position, current.passedTo)) return
    current.passedTo = current.at.position
    unpassedEvents = 0
    for (const reader of attached()) reader.offerPosition()
  }

  async function makeRoom(reading: NonNullable<typeof current>): Promise<void> {
    let dropped = 0
    while (reading.windowBytes > windowBytesMax) {
      const { event, bytes } = reading.window[dropped]!
      const holding = attached().filter(reader => !reader.isPast(event))
      const awaited = holding.filter(reader => reader.waitBudgetMs() > 0)
      if (awaited.length > 0) {
        await waitFor(awaited)
        continue
      }
      for (const reader of holding) reader.detach()
      reading.droppedUpTo = event.position
      reading.windowBytes -= bytes
      dropped += 1
    }
    reading.window.splice(0, dropped)
  }

  /** Until one of them takes events. Each may hold up the others for a time in all. */
  async function waitFor(awaited: readonly TailReader[]): Promise<void> {
    const since = performance.now()
    taken = Promise.withResolvers()
    const budget = delay(Math.min(...awaited.map(reader => reader.waitBudgetMs())))
    await raceAbort(restarting.signal, Promise.race([taken.promise, budget])).catch(() => undefined)
    const spentMs = restarting.signal.aborted ? Number.POSITIVE_INFINITY : performance.now() - since
    for (const reader of awaited) reader.spendWaitBudget(spentMs)
  }

  return {
    /** To be left by `leave`. */
    join(options: TailReaderOptions) {
      const reader = createTailReader(options, () => taken.resolve())
      readers.add(reader)
      startSoon()
      return {
        ...reader,
        /** Whether it has all events after the subscription's position, or will have them soon. */
        covers: () => covers(reader),
        /** Whether it is at the end of the log with what the subscription wants. */
        isLive: () => current?.isLive === true && hasStarted(reader),
        async started(signal: AbortSignal): Promise<void> {
          while (!hasStarted(reader) && !signal.aborted) await reader.untilWoken(signal)
        },
        /** From here on events come from the tail; only while it covers the position. */
        attach() {
          const { window, at, isLive } = current!
          const events = window.map(({ event }) => event)
          reader.attach(events, at.position, isLive)
        },
        leave() {
          readers.delete(reader)
          taken.resolve()
          if (readers.size === 0) restarting.abort()
        },
      }
    },
  }
}
