import { type EventStore, isReadable, type LogEvent } from '#event-sourcing/event-store.ts'
import { chainProblem, toChainedEvent } from '#event-sourcing/hash-chain.ts'
import { createLargeMap } from '#files/large-map.ts'
import type { StoredCheckpoint } from './checkpoint.ts'
import type { ComparedCheckpoint } from './checkpoint-copies.ts'
import { hiddenStreams } from './hidden-streams.ts'
import { findLogDifference, type LogDifference } from './log-difference.ts'
import { eventOf, type LogProblem, problemList, recordProblem, unlocatedProblem } from './log-problems.ts'
import { readToEnd } from './read-to-end.ts'
import { type EventPosition, isCovered, leafOf, positionOf, type StreamHead } from './stream-head.ts'
import { putLeaves, tilesInMemory } from './tiles.ts'

export type LogVerification = Awaited<ReturnType<typeof verifyLog>>

type VerifyLogDeps = {
  store: Pick<EventStore, 'subscribe' | 'end'>
  checkpoints: AsyncIterator<ComparedCheckpoint>
  /** The records after the first `events`, in order; empty when they are gone. */
  recordedEvents(events: number, max: number): Promise<EventPosition[]>
  /** Prefixes of this service's streams: unreadable events of others are not problems. */
  families: readonly string[]
  signal: AbortSignal
  onProgress?(events: number): void
}

/** Many times the events of a checkpoint: with more added events the range is wrong anyway. */
const STRETCH_MAX = 50_000
/** A store that finds a damaged event withholds the rest of its batch, some hundreds. */
const UNDELIVERED_MAX = 1_000

/** Reads the log once. Problems name the first event that differs. Memory: about 50 bytes per stream. */
export async function verifyLog(deps: VerifyLogDeps) {
  const headByStream = createLargeMap<StreamHead & { leaf: number }>()
  const tree = tilesInMemory()
  const hidden = hiddenStreams()
  const problems = problemList()
  let changed = new Map<number, StreamHead>()
  let stretch: EventPosition[] = []
  let events = 0
  let checkpoints = 0
  let head: Buffer | null = null
  let covered = { events: 0, number: 0 }
  let lastEvent: EventPosition | null = null
  /** After the first difference, later events are not compared with tree heads any more. */
  let firstDifference: (LogDifference & { number: number; n: number }) | null = null
  let hasDiverged = false
  let matchingSince = 0
  /** Events after the last checkpoint. `oldest`: time of the first. */
  const uncovered: { events: number; oldest: string | null } = { events: 0, oldest: null }
  let next = await checkpoint()

  async function checkpoint(): Promise<StoredCheckpoint | null> {
    const { value, done } = await deps.checkpoints.next()
    if (done === true) return null
    for (const what of value.problems) problems.add(null, { what })
    return value.stored
  }

  function take(event: LogEvent) {
    const eventPosition = positionOf(event)
    const { stream, revision, hash, position } = eventPosition
    const known = headByStream.get(stream)
    const problem = problemOf(event, known)
    if (problem !== null) problems.add(position.commit, { stream, revision, what: problem })
    events += 1
    lastEvent = eventPosition
    const leaf = known?.leaf ?? headByStream.size
    if (known === undefined) headByStream.add(stream, { stream, revision, hash, leaf })
    else Object.assign(known, { revision, hash })
    if (next === null) {
      uncovered.events += 1
      if (isReadable(event)) uncovered.oldest ??= event.at
      changed.clear()
    } else {
      changed.set(leaf, { stream, revision, hash })
      if (stretch.length < STRETCH_MAX) stretch.push(eventPosition)
    }
  }

  function problemOf(event: LogEvent, known: StreamHead | undefined): string | null {
    if (isReadable(event)) return chainProblem(known === undefined ? null : toChainHead(known), toChainedEvent(event))
    const isOurs = deps.families.some(prefix => event.stream.startsWith(prefix))
    return isOurs ? `it can't be read: ${event.unreadable}` : null
  }

  async function compare({ checkpoint }: StoredCheckpoint): Promise<void> {
    checkpoints += 1
    const { number } = checkpoint
    const leaves = new Map([...changed].map(([leaf, head]) => [leaf, leafOf(head)]))
    if (leaves.size > 0) head = await putLeaves(tree, leaves, headByStream.size)
    const fits =
      head?.toString('hex') === checkpoint.head &&
      events === checkpoint.events &&
      headByStream.size === checkpoint.streams &&
      String(lastEvent?.position.commit) === checkpoint.position
    const recorded = await deps.recordedEvents(
      covered.events,
      Math.min(STRETCH_MAX, checkpoint.events - covered.events),
    )
    const difference = recorded.length === 0 ? null : findLogDifference(recorded, stretch)
    if (difference !== null) {
      if (firstDifference === null)
        firstDifference = { ...difference, number, n: covered.events + difference.index + 1 }
      else matchingSince += difference.matching
      if (!fits || hasDiverged) problems.add(difference.event.position.commit, differenceProblem(difference, number))
      else problems.add(difference.event.position.commit, recordProblem(difference, number))
    } else if (firstDifference !== null) matchingSince += recorded.length
    if (difference === null && !fits && !hasDiverged)
      problems.add(lastEvent?.position.commit ?? null, {
        what: unlocatedProblem(checkpoint, covered.number, recorded.length > 0),
      })
    hasDiverged ||= !fits
    covered = { events: checkpoint.events, number }
    changed = new Map()
    stretch = []
  }

  function differenceProblem({ event: { stream, revision }, kind }: LogDifference, number: number): LogProblem {
    const isWhole = revision === 0 && (kind === 'added' || headByStream.get(stream) === undefined)
    const what = {
      rewritten: `it was rewritten: its hash is not the one that checkpoint ${number} covers`,
      moved: `it is at another position than when checkpoint ${number} was made`,
      added: `${isWhole ? 'the stream' : 'it'} was added to the events that checkpoint ${number} covers`,
      missing: `${isWhole ? 'the whole stream' : 'it'} is missing, and checkpoint ${number} covers it`,
    }[kind]
    return { stream, revision, what }
  }

  try {
    const damage = await readToEnd(deps, async batch => {
      for (const event of batch) {
        if (event.type.startsWith('$')) {
          if (!isReadable(event)) hidden.add(event)
          continue
        }
        if (!isCovered(event)) continue
        while (next !== null && event.position.commit > BigInt(next.checkpoint.position)) {
          await compare(next)
          next = await checkpoint()
        }
        take(event)
      }
      deps.onProgress?.(events)
    })
    if (damage === null) for (; next !== null; next = await checkpoint()) await compare(next)
    else problems.add(...(await undeliveredProblem(deps, events, damage)))
    for (const { position, ...problem } of hidden.all()) problems.add(position, problem)
    if (firstDifference !== null && damage === null) reportReplacedLog(firstDifference)
    const { first, count } = problems.sorted()
    return { events, streams: headByStream.size, checkpoints, problems: first, problemCount: count, uncovered }
  } finally {
    headByStream.close()
  }

  /** Without any matching event after the first missing one, the log was replaced, not changed in places. */
  function reportReplacedLog({ kind, number, n, matching, event }: LogDifference & { number: number; n: number }) {
    if (kind !== 'missing' || matching + matchingSince > 0) return
    const gone = covered.events - n + 1
    const isCut = (lastEvent?.position.commit ?? -1n) < event.position.commit
    if (gone < 2 && !isCut) return
    const what = isCut
      ? `the log ends before this event: the last ${gone} events that checkpoint ${number} and those after it cover were cut off, or the log was restored from a backup`
      : `from this event on it is another log: it was ${n === 1 ? 'replaced' : 'restored from a backup and written on, or replaced'}; ${gone} events that checkpoint ${number} and those after it cover are not in it`
    problems.replaceFrom(event.position.commit, { ...eventOf(event), what })
  }
}

function toChainHead({ revision, hash }: StreamHead): { revision: number; hash: string } {
  // Longer than no hash, so that no event follows one without a hash.
  return { revision, hash: hash ?? '' }
}

/** The undelivered event is the one at the store's position, or one of the next records. */
async function undeliveredProblem(
  { recordedEvents }: VerifyLogDeps,
  events: number,
  damage: string,
): Promise<[bigint | null, LogProblem]> {
  const what = `the event store does not return it, and no event after it was verified: ${damage}`
  const [, position] = /position (\d+)/.exec(damage) ?? []
  const next = await recordedEvents(events, UNDELIVERED_MAX)
  const event = next.find(event => String(event.position.commit) === position) ?? next[0]
  return event === undefined ? [null, { what }] : [event.position.commit, { ...eventOf(event), what }]
}
