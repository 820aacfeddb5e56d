import { setTimeout as delay } from 'node:timers/promises'
import { isRefusal } from '#edge/eventstore/errors.ts'
import {
  type EventStore,
  isReadable,
  type Logged,
  type Position,
  type Unreadable,
} from '#event-sourcing/event-store.ts'
import { chained, chainProblem } from '#event-sourcing/hash-chain.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { createLargeMap } from '#files/large-map.ts'
import type { StoredCheckpoint } from './checkpoint.ts'
import { differenceOf, type LogDifference } from './difference.ts'
import { hiddenStreams, METADATA_PREFIX } from './hidden-streams.ts'
import { COVERED_PREFIXES, type EventPosition, isCovered, leafOf, placeOf, type StreamHead } from './stream-heads.ts'
import { putLeaves, tilesInMemory } from './tiles.ts'
import type { Testimony } from './witnesses.ts'

/** What is wrong, and with which event where it is one. */
export type Problem = { stream?: string; revision?: number; what: string }

export type Proof = {
  events: number
  streams: number
  /** How many checkpoints were compared. */
  checkpoints: number
  /** By their place in the log, the first ones. */
  problems: Problem[]
  problemCount: number
  /** What came after the last checkpoint. `oldest`: when the first of it was recorded. */
  uncovered: { events: number; oldest: string | null }
}

type Given = {
  store: Pick<EventStore, 'subscribe' | 'end'>
  /** In the order of their numbers. */
  checkpoints: AsyncIterator<Testimony>
  /** What was taken down of the events behind the first `events`, in order, and no more than `max`; nothing where it is not there any more. */
  takenDown(events: number, max: number): Promise<EventPosition[]>
  /** What the names of this service's streams begin with: in others it has no say. */
  families: readonly string[]
  signal: AbortSignal
  onProgress?(events: number): void
}

/** Problems that are told one by one. */
const PROBLEMS_MAX = 100
/** Many times what one checkpoint covers: a stretch of the log with more added events is known to be wrong without all of them. */
const STRETCH_MAX = 50_000
/** A store that finds a damaged event keeps back what it would have handed out together with it, some hundreds. */
const UNDELIVERED_MAX = 1_000
/** A store that says nothing for so long is away. */
const SILENT_MS_MAX = 30_000
const ASK_AGAIN_MS = 500

/** The store did not let the log be read to its end. */
export class LogUnread extends Error {}

/**
 * Reads the log once from its beginning: every event must follow the one before it in its stream, and at the place of every checkpoint the log
 * must be what was signed. What is wrong is named by the first event that is not as it was. Its memory grows with the number of streams only,
 * by some 50 bytes for each.
 */
export async function proveLog(given: Given): Promise<Proof> {
  const heads = createLargeMap<StreamHead & { leaf: number }>()
  const tree = tilesInMemory()
  const hidden = hiddenStreams()
  const problems = problemList()
  /** By leaf, since the last checkpoint. */
  let changed = new Map<number, StreamHead>()
  let stretch: EventPosition[] = []
  let events = 0
  let checkpoints = 0
  let head: Buffer | null = null
  let covered = { events: 0, number: 0 }
  let lastPlace: EventPosition | null = null
  /** The first difference from what checkpoints cover; what lies behind it is not compared with their Merkle heads any more. */
  let departure: (LogDifference & { number: number; n: number }) | null = null
  let isApart = false
  let alikeSince = 0
  const uncovered: Proof['uncovered'] = { events: 0, oldest: null }
  let next = await checkpoint()

  async function checkpoint(): Promise<StoredCheckpoint | null> {
    const { value, done } = await given.checkpoints.next()
    if (done === true) return null
    for (const what of value.problems) problems.add(null, { what })
    return value.kept
  }

  function take(event: Logged | Unreadable) {
    const place = placeOf(event)
    const { stream, revision, hash, position } = place
    const known = heads.get(stream)
    const what = problemOf(event, known)
    if (what !== null) problems.add(position.commit, { stream, revision, what })
    events += 1
    lastPlace = place
    const leaf = known?.leaf ?? heads.size
    if (known === undefined) heads.add(stream, { stream, revision, hash, leaf })
    else Object.assign(known, { revision, hash })
    if (next === null) {
      uncovered.events += 1
      if (isReadable(event)) uncovered.oldest ??= event.at
      changed.clear()
    } else {
      changed.set(leaf, { stream, revision, hash })
      if (stretch.length < STRETCH_MAX) stretch.push(place)
    }
  }

  function problemOf(event: Logged | Unreadable, known: StreamHead | undefined): string | null {
    if (isReadable(event)) return chainProblem(known === undefined ? null : asChained(known), chained(event))
    const isOurs = given.families.some(prefix => event.stream.startsWith(prefix))
    return isOurs ? `it can't be read: ${event.unreadable}` : null
  }

  async function compare({ checkpoint }: StoredCheckpoint): Promise<void> {
    checkpoints += 1
    const { number } = checkpoint
    const leaves = new Map([...changed].map(([leaf, head]) => [leaf, leafOf(head)]))
    if (leaves.size > 0) head = await putLeaves(tree, leaves, heads.size)
    const fits =
      head?.toString('hex') === checkpoint.head &&
      events === checkpoint.events &&
      heads.size === checkpoint.streams &&
      String(lastPlace?.position.commit) === checkpoint.position
    const taken = await given.takenDown(covered.events, Math.min(STRETCH_MAX, checkpoint.events - covered.events))
    const difference = taken.length === 0 ? null : differenceOf(taken, stretch)
    if (difference !== null) {
      if (departure === null) departure = { ...difference, number, n: covered.events + difference.index + 1 }
      else alikeSince += difference.alike
      if (!fits || isApart) problems.add(difference.place.position.commit, named(difference, number))
      else problems.add(difference.place.position.commit, recordProblem(difference, number))
    } else if (departure !== null) alikeSince += taken.length
    if (difference === null && !fits && !isApart)
      problems.add(lastPlace?.position.commit ?? null, { what: unnamed(checkpoint, covered.number, taken.length > 0) })
    isApart ||= !fits
    covered = { events: checkpoint.events, number }
    changed = new Map()
    stretch = []
  }

  function named({ place: { stream, revision }, kind }: LogDifference, number: number): Problem {
    const isWhole = revision === 0 && (kind === 'added' || heads.get(stream) === undefined)
    const what = {
      rewritten: `it was rewritten: its hash is not the one that checkpoint ${number} covers`,
      moved: `it stands in another place than when checkpoint ${number} was made`,
      added: `${isWhole ? 'the stream' : 'it'} was added among what checkpoint ${number} covers`,
      missing: `${isWhole ? 'the whole stream' : 'it'} is missing, and checkpoint ${number} covers it`,
    }[kind]
    return { stream, revision, what }
  }

  try {
    const damage = await readToEnd(given, async batch => {
      for (const event of batch) {
        if (event.type.startsWith('$')) {
          if (!isReadable(event)) hidden.take(event)
          continue
        }
        if (!isCovered(event)) continue
        while (next !== null && event.position.commit > BigInt(next.checkpoint.position)) {
          await compare(next)
          next = await checkpoint()
        }
        take(event)
      }
      given.onProgress?.(events)
    })
    if (damage === null) for (; next !== null; next = await checkpoint()) await compare(next)
    else problems.add(...(await undelivered(given, events, damage)))
    for (const { position, ...problem } of hidden.all()) problems.add(position, problem)
    if (departure !== null && damage === null) whenAnotherLog(departure)
    const { first, count } = problems.sorted()
    return { events, streams: heads.size, checkpoints, problems: first, problemCount: count, uncovered }
  } finally {
    heads.close()
  }

  /** Nothing behind the first event that is missing is there any more: it is not this or that event that was changed. */
  function whenAnotherLog({ kind, number, n, alike, place }: LogDifference & { number: number; n: number }) {
    if (kind !== 'missing' || alike + alikeSince > 0) return
    const gone = covered.events - n + 1
    const isCut = (lastPlace?.position.commit ?? -1n) < place.position.commit
    if (gone < 2 && !isCut) return
    const what = isCut
      ? `the log ends before this event: the last ${gone} events that checkpoint ${number} and those after it cover were cut off, or the log was restored from a backup`
      : `from this event on it is another log: it was ${n === 1 ? 'replaced' : 'restored from a backup and written on, or replaced'}; ${gone} events that checkpoint ${number} and those after it cover are not in it`
    problems.instead(place.position.commit, { ...eventOf(place), what })
  }
}

function asChained({ revision, hash }: StreamHead): { revision: number; hash: string } {
  // No hash is this long, so that nothing follows an event that says none.
  return { revision, hash: hash ?? '' }
}

/** The Merkle head is right, so the events are; what PostgreSQL took down is not signed. */
function recordProblem({ place, kind }: LogDifference, number: number): Problem {
  const what =
    kind === 'rewritten'
      ? `the log is as checkpoint ${number} covers it, and PostgreSQL's own record of the event is another: PostgreSQL was changed`
      : `the log holds the events that checkpoint ${number} covers, from here on in another order than they were taken down in`
  return { ...eventOf(place), what }
}

function unnamed(checkpoint: StoredCheckpoint['checkpoint'], after: number, isTaken: boolean): string {
  const { number } = checkpoint
  const between = after === 0 ? `up to checkpoint ${number}` : `between the checkpoints ${after} and ${number}`
  return isTaken
    ? `the log ${between} is as PostgreSQL took it down, and not as checkpoint ${number} covers it: both were changed, or PostgreSQL was when the checkpoint was made`
    : `the log ${between} is not as checkpoint ${number} covers it; PostgreSQL has no record any more of which event it is`
}

/** What the store can't hand out is the event that it names by its position, or one of the next that were taken down. */
async function undelivered({ takenDown }: Given, events: number, damage: string): Promise<[bigint | null, Problem]> {
  const what = `the event store does not hand it out, and nothing behind it was verified: ${damage}`
  const [, position] = /position (\d+)/.exec(damage) ?? []
  const next = await takenDown(events, UNDELIVERED_MAX)
  const place = next.find(place => String(place.position.commit) === position) ?? next[0]
  return place === undefined ? [null, { what }] : [place.position.commit, { ...eventOf(place), what }]
}

function eventOf({ stream, revision }: EventPosition): { stream: string; revision: number } {
  return { stream, revision }
}

/** Answers with what the store said when it refused to go on, null when the log was read to its end. */
async function readToEnd(
  { store, signal }: Given,
  handle: (events: (Logged | Unreadable)[]) => Promise<void>,
): Promise<string | null> {
  const to = await endOf(store, signal)
  const over = new AbortController()
  let isEnd = false
  let damage: string | null = null
  let at: Position | null = null
  const silence = setTimeout(() => over.abort(), SILENT_MS_MAX)
  await store
    .subscribe({
      prefixes: [...COVERED_PREFIXES, METADATA_PREFIX],
      from: null,
      // What a node that lags leaves out would be told to be cut off.
      ...(to === null ? {} : { to }),
      ofTheStore: true,
      signal: AbortSignal.any([signal, over.signal]),
      async handle({ events, position }) {
        silence.refresh()
        // A connection that was lost in the middle of a batch can bring parts of it again.
        await handle(events.filter(event => at === null || event.position.commit > at.commit))
        at = position
        silence.refresh()
      },
      onCaughtUp() {
        isEnd = true
        over.abort()
      },
      onState(state, error) {
        if (state !== 'reconnecting' || !isRefusal(error)) return
        damage = error instanceof Error ? error.message : String(error)
        over.abort()
      },
    })
    .finally(() => clearTimeout(silence))
  signal.throwIfAborted()
  if (!isEnd && damage === null) throw silent()
  return damage
}

/** Where the log ends when the reading begins. Null where it is empty, or where the store can't hand out its last event, which the reading names. */
async function endOf({ end }: Pick<EventStore, 'end'>, signal: AbortSignal): Promise<Position | null> {
  for (const since = performance.now(); performance.now() - since < SILENT_MS_MAX; ) {
    try {
      return await end()
    } catch (error) {
      if (error instanceof StoreUnavailable && isRefusal(error.cause)) return null
    }
    await delay(ASK_AGAIN_MS, undefined, { signal })
  }
  throw silent()
}

function silent(): LogUnread {
  return new LogUnread(`the event store said nothing for ${SILENT_MS_MAX / 1_000} s`)
}

function problemList() {
  const found: { position: bigint | null; problem: Problem }[] = []
  let count = 0
  let instead: { position: bigint; problem: Problem } | null = null
  return {
    /** @param position of the event that it is about; null when it is about none. */
    add(position: bigint | null, problem: Problem) {
      count += 1
      if (found.length < PROBLEMS_MAX) found.push({ position, problem })
    },
    /** In place of all that lies there or behind. */
    instead(position: bigint, problem: Problem) {
      instead = { position, problem }
    },
    sorted(): { first: Problem[]; count: number } {
      const kept = found.filter(({ position }) => instead === null || position === null || position < instead.position)
      const all = instead === null ? kept : [...kept, instead]
      // What is about no event stands in front.
      all.sort((a, b) => Number((a.position ?? -1n) - (b.position ?? -1n)))
      return { first: all.map(({ problem }) => problem), count: instead === null ? count : all.length }
    },
  }
}
