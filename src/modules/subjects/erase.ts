import type { Personal } from '#declarations/personal-data.ts'
import { untilQueued } from '#delivery/until-queued.ts'
import { forgetAnswers } from '#delivery/upkeep/forget-answers.ts'
import { giveEvents, NOBODY } from '#delivery/upkeep/give-events.ts'
import { coveredTo, type Erasure, type SubjectCommand, type SubjectState, subjects } from '#domain/subjects/decider.ts'
import type { Covered } from '#domain/subjects/events.ts'
import { yearsAfter } from '#domain/subjects/legal-basis.ts'
import { KEY_CACHE_MS } from '#edge/vault/vault.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { ERASURE_KNOWN_WITHIN_MS } from '#privacy/access-status.ts'
import { allStreams, type Erasing, ofEach, theirs, vaultSubjects } from '#privacy/subject-streams.ts'

/** Streams that one event covers: about 30 KiB, and as many rows as they have events in each read model. */
const STREAMS_PER_EVENT = 200
/** Looks at what is still open: the first soon, later ones seldom, because each reads every stream of the person. */
const OPEN_GAPS_MS = [500, 1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000] as const
/** A day that is years away is looked at this often, by whatever the clock says then. */
const RETAINED_LOOK_MS = 86_400_000
/**
 * How long after a request was recorded its erasure begins, and is answered: from then on no process has a memory
 * without it. The rest is for clocks of different speed and timers that end early.
 */
export const BEGINS_AFTER_MS = ERASURE_KNOWN_WITHIN_MS + 100
/** Events whose deliveries are looked at in one statement. */
const EVENTS_AT_ONCE = 1_000

/**
 * How long after the keys are gone an erasure is called done: until then another process may remember a key, and a request that was under
 * way when the erasure was asked for may be written.
 */
export const SETTLING_MS = KEY_CACHE_MS + ERASURE_KNOWN_WITHIN_MS + 15_000

export type Advanced = { done: true } | { inMs: number; asked: number }

/** What the next look needs to know: how often it was looked in vain, who looks, and how long the end is waited for. */
type Look = { asked: number; context(): Context; settlingMs: number }

/**
 * Takes an erasure that was requested BEGINS_AFTER_MS ago as far as it can go now: restrict, wait for what is open,
 * wait for the duty to retain to end, erase, delete the keys, and once more for what came in late. Everything may be
 * repeated, and by several at once: each step is asked of the stream.
 */
export async function advanceErasure(erasing: Erasing, id: string, look: Look): Promise<Advanced> {
  const run = async (command: SubjectCommand) =>
    (await erasing.execute.run(subjects, id, command, look.context())).state
  const leftOf = (since: string) => Date.parse(since) + look.settlingMs - erasing.now().getTime()
  let state: SubjectState = (await erasing.execute.load(subjects, id)).state
  for (;;) {
    switch (state.status) {
      case 'absent':
      case 'shredded':
        return { done: true }
      case 'restricted': {
        const closedAt = await restrict(erasing, state, look, run)
        if (closedAt === null) return { inMs: gapMs(look.asked), asked: look.asked + 1 }
        // What was under way when it was asked for may still be written, and counts.
        const leftMs = state.retain ? leftOf(state.requested_at) : 0
        if (leftMs > 0) return { inMs: leftMs, asked: look.asked }
        const until = yearsAfter(closedAt, erasing.config.RETENTION_YEARS)
        const before: Erasure = state
        state = await run(before.retain ? { type: 'retain', until } : { type: 'start_shredding', now: erasing.now() })
        break
      }
      case 'retained': {
        const leftMs = Date.parse(state.retained_until ?? '') - erasing.now().getTime()
        if (leftMs > 0) return { inMs: Math.min(leftMs, RETAINED_LOOK_MS), asked: 0 }
        // A refund that was voided meanwhile was closed once more then.
        const closedAt = await restrict(erasing, state, look, run)
        if (closedAt === null) return { inMs: gapMs(look.asked), asked: look.asked + 1 }
        const until = yearsAfter(closedAt, erasing.config.RETENTION_YEARS)
        const isOver = Date.parse(until) <= erasing.now().getTime()
        state = await run(isOver ? { type: 'start_shredding', now: erasing.now() } : { type: 'retain', until })
        break
      }
      case 'shredding': {
        await shred(erasing, state, look, run)
        state = await run({ type: 'keys_deleted' })
        if (state.status !== 'shredding') break
        const leftMs = leftOf(state.keys_deleted_at ?? '')
        if (leftMs > 0) return { inMs: leftMs, asked: 0 }
        state = await run({ type: 'shredded' })
      }
    }
  }
}

type Run = (command: SubjectCommand) => Promise<SubjectState>

/** Answers when the last thing of the person's was done, at the latest when the erasure was asked for; null while something is under way. */
async function restrict(erasing: Erasing, state: Erasure, look: Look, run: Run): Promise<string | null> {
  const streams = await allStreams(erasing, state)
  const read = await ofEach(erasing, streams, async (before, stream) => {
    const of = erasing.personalOf({ stream })
    const seen = await restrictNew(erasing, state, look, { of, stream, last: before.length - 1 })
    const events = seen === null ? before : await erasing.store.read(stream)
    const closedAt = of?.closedAt
    const ids = theirs(of, state, events).map(({ id }) => id)
    const revision = seen ?? events.length - 1
    return { stream, revision, ids, closedAt: closedAt === undefined ? undefined : closedAt(events) }
  })
  await inPages(read, page => run({ type: 'restrict', streams: page }))
  // What was translated before the erasure was asked for is stored as the client's by then.
  await untilQueued(erasing, erasing.publicPrefixes)
  await ofEvents(read, ids => giveEvents(erasing.db, NOBODY, ids))
  const closed = read.flatMap(({ closedAt }) => (closedAt === undefined ? [] : [closedAt]))
  if (closed.includes(null)) return null
  return (
    closed
      .filter(at => at !== null)
      .sort()
      .at(-1) ?? state.requested_at
  )
}

/**
 * What a module does where a stream said something since it was restricted last; somebody who came back goes on in the streams of before. Answers up
 * to which revision that is done, so that what comes right behind it is seen at the next look; null where nothing was to be done.
 */
async function restrictNew(
  { execute }: Erasing,
  state: Erasure,
  look: Look,
  { of, stream, last }: { of: Personal | undefined; stream: string; last: number },
): Promise<number | null> {
  if (of?.restrict === undefined || last <= coveredTo(state, stream)) return null
  const seen: number[] = []
  for (const subject of vaultSubjects(state)) {
    const { revision } = await of.restrict(execute, stream.slice(of.prefix.length), look.context(), subject)
    seen.push(revision)
  }
  return Math.min(...seen)
}

/** First nothing is told any more, then nothing can be. */
async function shred(erasing: Erasing, state: Erasure, look: Look, run: Run): Promise<void> {
  const mine = vaultSubjects(state)
  const streams = await allStreams(erasing, state)
  for (const stream of streams) {
    const of = erasing.personalOf({ stream })
    for (const subject of mine)
      await of?.erase?.(erasing.execute, stream.slice(of.prefix.length), look.context(), subject)
  }
  const read = await ofEach(erasing, streams, (events, stream) => {
    const of = erasing.personalOf({ stream })
    const own = theirs(of, state, events)
    // All of them, not those that were not erased yet: a kill may lie between that and what follows here.
    return { stream, revision: events.length - 1, ids: own.map(({ id }) => id), keys: keysOf(of, own) }
  })
  await inPages(read, page => run({ type: 'erase', streams: page }))
  await ofEvents(read, async ids => {
    await forgetAnswers(erasing.db, ids)
    await giveEvents(erasing.db, state.client_id, ids)
  })
  for (const subject of new Set([...mine, ...read.flatMap(({ keys }) => keys)])) await erasing.vault.erase(subject)
}

/** Whose keys the person's events are sealed under, beside the person's own. */
function keysOf(of: Personal | undefined, events: readonly Recorded<DomainEvent>[]): string[] {
  return events.map(event => of?.key?.(event) ?? null).filter(key => key !== null)
}

async function inPages(all: Covered['streams'], work: (page: Covered['streams']) => Promise<unknown>): Promise<void> {
  const streams = all.map(({ stream, revision }) => ({ stream, revision }))
  for (let from = 0; from < streams.length; from += STREAMS_PER_EVENT)
    await work(streams.slice(from, from + STREAMS_PER_EVENT))
}

async function ofEvents(read: readonly { ids: string[] }[], work: (ids: string[]) => Promise<unknown>): Promise<void> {
  const ids = read.flatMap(({ ids }) => ids)
  for (let from = 0; from < ids.length; from += EVENTS_AT_ONCE) await work(ids.slice(from, from + EVENTS_AT_ONCE))
}

function gapMs(asked: number): number {
  return OPEN_GAPS_MS[Math.min(asked, OPEN_GAPS_MS.length - 1)] ?? OPEN_GAPS_MS[0]
}
