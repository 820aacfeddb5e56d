import type { PersonalDataMap } from '#declarations/personal-data.ts'
import { clearPlaintextResponses } from '#delivery/maintenance/clear-plaintext-responses.ts'
import { NO_CLIENT, reassignEvents } from '#delivery/maintenance/reassign-events.ts'
import { waitForDeliveries } from '#delivery/wait-for-deliveries.ts'
import { type SubjectCommand, subjects } from '#domain/subjects/decider.ts'
import type { CoveredStreams } from '#domain/subjects/events.ts'
import { addYears } from '#domain/subjects/legal-basis.ts'
import { coveredRevision, type Erasure, type SubjectState } from '#domain/subjects/state.ts'
import { KEY_CACHE_MS } from '#edge/vault/vault.ts'
import type { Context } from '#event-sourcing/context.ts'
import { ERASURE_PROPAGATION_MS_MAX } from '#privacy/access-status.ts'
import {
  type ErasureService,
  eventsAbout,
  findSubjectStreams,
  mapStreams,
  vaultSubjects,
} from '#privacy/subject-streams.ts'

/** About 30 KiB per event, and as many rows as events in each read model. */
const STREAMS_PER_EVENT = 200
/** Delays between polls of open refunds. They grow, because each poll reads every stream of the person. */
const POLL_INTERVALS_MS = [500, 1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000] as const
/** A date years away is checked this often, against the current clock. */
const RETAINED_POLL_MS = 86_400_000
/** An erasure begins when every process knows of it. The margin is for clock drift and early timers. */
export const ERASURE_DELAY_MS = ERASURE_PROPAGATION_MS_MAX + 100
const EVENTS_PER_BATCH = 1_000

/** Until then another process may have a cached key, or write for a request from before the restriction. */
export const SETTLE_MS = KEY_CACHE_MS + ERASURE_PROPAGATION_MS_MAX + 15_000

export type ErasureProgress = { done: true } | { inMs: number; attempts: number }

type AdvanceOptions = { attempts: number; context(): Context; settleMs: number }

/** Steps can be repeated, also concurrently: the stream decides each one. */
export async function advanceErasure(
  service: ErasureService,
  id: string,
  options: AdvanceOptions,
): Promise<ErasureProgress> {
  const run = async (command: SubjectCommand) =>
    (await service.execute.run(subjects, id, command, options.context())).state
  const remainingMs = (since: string) => Date.parse(since) + options.settleMs - service.now().getTime()
  let state: SubjectState = (await service.execute.load(subjects, id)).state
  for (;;) {
    switch (state.status) {
      case 'absent':
      case 'shredded':
        return { done: true }
      case 'restricted': {
        const closedAt = await restrict(service, state, options, run)
        if (closedAt === null) return { inMs: pollDelayMs(options.attempts), attempts: options.attempts + 1 }
        // A refund that was being requested before may still be recorded, and counts.
        const leftMs = state.retain ? remainingMs(state.requested_at) : 0
        if (leftMs > 0) return { inMs: leftMs, attempts: options.attempts }
        const until = addYears(closedAt, service.config.RETENTION_YEARS)
        const before: Erasure = state
        state = await run(before.retain ? { type: 'retain', until } : { type: 'start_shredding', now: service.now() })
        break
      }
      case 'retained': {
        const leftMs = Date.parse(state.retained_until ?? '') - service.now().getTime()
        if (leftMs > 0) return { inMs: Math.min(leftMs, RETAINED_POLL_MS), attempts: 0 }
        // A refund that was voided in the meantime has closed again.
        const closedAt = await restrict(service, state, options, run)
        if (closedAt === null) return { inMs: pollDelayMs(options.attempts), attempts: options.attempts + 1 }
        const until = addYears(closedAt, service.config.RETENTION_YEARS)
        const isOver = Date.parse(until) <= service.now().getTime()
        state = await run(isOver ? { type: 'start_shredding', now: service.now() } : { type: 'retain', until })
        break
      }
      case 'shredding': {
        await shred(service, state, options, run)
        state = await run({ type: 'keys_deleted' })
        if (state.status !== 'shredding') break
        const leftMs = remainingMs(state.keys_deleted_at ?? '')
        if (leftMs > 0) return { inMs: leftMs, attempts: 0 }
        state = await run({ type: 'shredded' })
      }
    }
  }
}

type Run = (command: SubjectCommand) => Promise<SubjectState>

/** The time of the last closing, at the earliest the request's; null while a refund is open. */
async function restrict(
  service: ErasureService,
  state: Erasure,
  options: AdvanceOptions,
  run: Run,
): Promise<string | null> {
  const streams = await findSubjectStreams(service, state)
  const read = await mapStreams(service, streams, async (before, stream) => {
    const personal = service.personalOf({ stream })
    const restrictedTo = await restrictNew(service, state, options, { personal, stream, last: before.length - 1 })
    const events = restrictedTo === null ? before : await service.store.read(stream)
    const ids = eventsAbout(personal, state, events).map(({ id }) => id)
    const revision = restrictedTo ?? events.length - 1
    return { stream, revision, ids, closedAt: personal?.closedAt?.(events) }
  })
  await forEachPage(read, page => run({ type: 'restrict', streams: page }))
  // Deliveries of earlier events are stored by then, under the client.
  await waitForDeliveries(service, service.publicPrefixes)
  await forEachBatch(read, ids => reassignEvents(service.db, NO_CLIENT, ids))
  const closed = read.map(({ closedAt }) => closedAt).filter(at => at !== undefined)
  return closed.includes(null) ? null : (closed.toSorted().at(-1) ?? state.requested_at)
}

/** Returns the last revision that it has seen, so that the next poll finds later events; null = no work. */
async function restrictNew(
  { execute }: ErasureService,
  state: Erasure,
  options: AdvanceOptions,
  { personal, stream, last }: { personal: PersonalDataMap | undefined; stream: string; last: number },
): Promise<number | null> {
  if (personal?.restrict === undefined || last <= coveredRevision(state, stream)) return null
  const revisions: number[] = []
  for (const subject of vaultSubjects(state)) {
    const { revision } = await personal.restrict(
      execute,
      stream.slice(personal.prefix.length),
      options.context(),
      subject,
    )
    revisions.push(revision)
  }
  return Math.min(...revisions)
}

/** First personal data are hidden, then the keys are deleted. */
async function shred(service: ErasureService, state: Erasure, options: AdvanceOptions, run: Run): Promise<void> {
  const ownSubjects = vaultSubjects(state)
  const streams = await findSubjectStreams(service, state)
  for (const stream of streams) {
    const personal = service.personalOf({ stream })
    for (const subject of ownSubjects)
      await personal?.erase?.(service.execute, stream.slice(personal.prefix.length), options.context(), subject)
  }
  const read = await mapStreams(service, streams, (events, stream) => {
    const personal = service.personalOf({ stream })
    const ownEvents = eventsAbout(personal, state, events)
    // Keys other than the person's own that seal data in the person's events.
    const keys = ownEvents.map(event => personal?.key?.(event) ?? null).filter(key => key !== null)
    // All streams, erased ones too: the process may have ended between that event and the steps below.
    return { stream, revision: events.length - 1, ids: ownEvents.map(({ id }) => id), keys }
  })
  await forEachPage(read, page => run({ type: 'erase', streams: page }))
  await forEachBatch(read, async ids => {
    await clearPlaintextResponses(service.db, ids)
    await reassignEvents(service.db, state.client_id, ids)
  })
  for (const subject of new Set([...ownSubjects, ...read.flatMap(({ keys }) => keys)]))
    await service.vault.erase(subject)
}

async function forEachPage(
  all: CoveredStreams['streams'],
  work: (page: CoveredStreams['streams']) => Promise<unknown>,
): Promise<void> {
  const streams = all.map(({ stream, revision }) => ({ stream, revision }))
  for (let from = 0; from < streams.length; from += STREAMS_PER_EVENT)
    await work(streams.slice(from, from + STREAMS_PER_EVENT))
}

async function forEachBatch(
  read: readonly { ids: string[] }[],
  work: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  const ids = read.flatMap(({ ids }) => ids)
  for (let from = 0; from < ids.length; from += EVENTS_PER_BATCH) await work(ids.slice(from, from + EVENTS_PER_BATCH))
}

function pollDelayMs(attempts: number): number {
  return POLL_INTERVALS_MS[attempts] ?? POLL_INTERVALS_MS.at(-1)!
}
