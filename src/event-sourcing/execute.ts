import { setTimeout as delay } from 'node:timers/promises'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { Rejection } from '#values/errors.ts'
import type { Family } from './category.ts'
import type { Context } from './context.ts'
import type { Decider, DomainEvent, Recorded } from './decider.ts'
import { addEnvelopes, toNewEvent } from './envelope.ts'
import type { EventStore } from './event-store.ts'
import { createSnapshots, emptySnapshot } from './snapshots.ts'
import { StoreUnavailable, WrongRevision } from './store-errors.ts'

export type Executed<S, E extends DomainEvent> = { state: S; revision: number; events: Recorded<E>[] }

export type Execute = {
  /** Decides `command` on a stream and appends the events. Resolves with the new state. */
  run<C, S, E extends DomainEvent>(
    family: Family<C, S, E>,
    id: string,
    command: C | CommandFactory<C, S>,
    context: Context,
    hints?: Hints,
  ): Promise<Executed<S, E>>
  /** The current state of a stream, unless the hint allows an older answer. */
  load<C, S, E extends DomainEvent>(
    family: Family<C, S, E>,
    id: string,
    hints?: LoadHints,
  ): Promise<{ state: S; revision: number }>
  /** The current events of a stream, and their state, which the next command on it uses. */
  read<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string): Promise<Executed<S, E>>
}

/** Makes the command from the state, with queries that a decider may not make; called again at each try. */
export type CommandFactory<C, S> = (state: S) => Promise<C>

type Hints = {
  /** Saves the read of a stream that probably does not exist. Harmless when wrong. */
  expectNoStream?: boolean
  /** For streams with many concurrent writers: retries for this long instead of a few times. */
  retryBudgetMs?: number
}

type LoadHints = {
  /** Memory may answer that the stream does not exist, and miss a first event acknowledged within this time. */
  absenceStalenessMsMax?: number
}

/** Knows which streams do not exist (src/subscription/negative-cache.ts). */
export type NegativeCache = {
  /** True when the stream had no event `stalenessMsMax` ago. False whenever this process cannot be sure. */
  isAbsent(prefix: string, stream: string, stalenessMsMax: number): boolean
  /** From now on the stream may exist. */
  markPossible(prefix: string, stream: string): void
}

/** More conflicts in a row mean too many writers. */
const TRIES_MAX = 3
/** A random pause up to this, so that one of many writers succeeds. */
const PAUSE_MS_MAX = 20
/**
 * Commands of this process on one stream run one after another, because concurrent appends would conflict. The request
 * is given up after 8 s, and its command must not take effect later.
 */
const WAIT_MS_MAX = 5_000
const tooManyCommands = () =>
  new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many commands at once' }, { retryAfterS: 2 })

/**
 * Read → fold → decide → append at the revision read → again after a conflict. The only caller of `append`.
 *
 * A stale snapshot is harmless: the store refuses an append at an old revision, and a refusal or "no events" is decided
 * again on the current state.
 */
export function createExecute(store: EventStore, negativeCache?: NegativeCache): Execute {
  const snapshots = createSnapshots(store)
  const runExclusive = createKeyedMutex({ waitMsMax: WAIT_MS_MAX, refusal: tooManyCommands })

  async function run<C, S, E extends DomainEvent>(
    family: Family<C, S, E>,
    id: string,
    commandOrFactory: C | CommandFactory<C, S>,
    context: Context,
    hints: Hints,
  ): Promise<Executed<S, E>> {
    const { decider } = family
    const stream = family.stream(id)
    let snapshot = snapshots.cached(family, id)
    if (snapshot === undefined && hints.expectNoStream) snapshot = emptySnapshot(decider.initial)
    let isCached = snapshot !== undefined
    const since = performance.now()
    for (let attempt = 1; ; ) {
      snapshot ??= await snapshots.read(family, id)
      const command = isCommandFactory<C, S>(commandOrFactory)
        ? await commandOrFactory(snapshot.state)
        : commandOrFactory
      const decided = decide(decider, command, snapshot.state, isCached)
      if (decided === 'revalidate') {
        isCached = false
        snapshot = await snapshots.read(family, id)
        continue
      }
      if (decided.length === 0) return { state: snapshot.state, revision: snapshot.revision, events: [] }
      for (const event of decided) family.assertValid(event)
      const events = addEnvelopes(stream, snapshot, decided, context)
      if (snapshot.revision < 0) negativeCache?.markPossible(family.prefix, stream)
      try {
        await store.append(stream, snapshot.revision < 0 ? 'no_stream' : snapshot.revision, events.map(toNewEvent))
        const { state, revision } = snapshots.advance(family, id, snapshot, events)
        return { state, revision, events }
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error
        if (!isCached) attempt += 1
        if (hints.retryBudgetMs === undefined) {
          if (attempt > TRIES_MAX) throw error
        } else {
          // The snapshot is stale: a caller that gave up with it would begin with it again.
          if (!isCached && performance.now() - since > hints.retryBudgetMs) throw error
          await delay(Math.random() * PAUSE_MS_MAX)
        }
        isCached = false
        snapshot = await snapshots.read(family, id)
      }
    }
  }

  function isAbsent<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string, hints: LoadHints): boolean {
    if (negativeCache === undefined || hints.absenceStalenessMsMax === undefined) return false
    return negativeCache.isAbsent(family.prefix, family.stream(id), hints.absenceStalenessMsMax)
  }

  return {
    run: (family, id, command, context, hints = {}) =>
      runExclusive(family.stream(id), () => run(family, id, command, context, hints)).catch(toRejection),
    async load(family, id, hints = {}) {
      if (isAbsent(family, id, hints)) return emptySnapshot(family.decider.initial)
      return snapshots.read(family, id).catch(toRejection)
    },
    async read(family, id) {
      const { events, snapshot } = await snapshots.readWhole(family, id).catch(toRejection)
      return { state: snapshot.state, revision: snapshot.revision, events }
    },
  }
}

function isCommandFactory<C, S>(commandOrFactory: C | CommandFactory<C, S>): commandOrFactory is CommandFactory<C, S> {
  return typeof commandOrFactory === 'function'
}

function decide<C, S, E extends DomainEvent>(
  decider: Decider<C, S, E>,
  command: C,
  state: S,
  isCached: boolean,
): E[] | 'revalidate' {
  try {
    const events = decider.decide(command, state)
    return isCached && events.length === 0 ? 'revalidate' : events
  } catch (error) {
    if (isCached && error instanceof Rejection) return 'revalidate'
    throw error
  }
}

function toRejection(error: unknown): never {
  if (error instanceof StoreUnavailable)
    throw new Rejection('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfterS: 2 })
  if (error instanceof WrongRevision)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many writers at once' }, { cause: error })
  throw error
}
