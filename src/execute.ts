import type { Family } from './category.ts'
import type { Context } from './context.ts'
import type { Decider, DomainEvent, Recorded } from './decider.ts'
import { StoreUnavailable, WrongRevision } from './edge/eventstore/errors.ts'
import type { EventStore } from './edge/eventstore/event-store.ts'
import { Rejection } from './errors.ts'
import { createSnapshots, nothing } from './snapshots.ts'
import { stamp, toNewEvent } from './stamp.ts'
import { createTurns } from './turns.ts'

export type Executed<S, E extends DomainEvent> = { state: S; revision: number; events: Recorded<E>[] }

export type Execute = {
  /** Decides `command` on a stream of the family and appends what was decided. Answers with the state after it. */
  run<C, S, E extends DomainEvent>(
    family: Family<C, S, E>,
    id: string,
    command: C,
    context: Context,
    hints?: Hints,
  ): Promise<Executed<S, E>>
  /** The folded state of a stream, read now. */
  load<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string): Promise<{ state: S; revision: number }>
}

/** `likelyNew`: the stream most likely does not exist; saves the read. Harmless when wrong. */
type Hints = { likelyNew?: boolean }

/** Wrong revisions are rare and short; more than this many in a row means a stream that is fought over. */
const TRIES_MAX = 3

/**
 * The one loop: read → fold → decide → append at the revision read → again on a conflict. The only caller of `append`.
 *
 * A stream's last known state is kept in memory, and a stale one is harmless: the exact expected revision makes the store
 * refuse what was decided on it. A remembered state may lead to nothing but an append; a refusal or "nothing to do" is
 * decided again on what the store says now.
 */
export function createExecute(store: EventStore, triesMax = TRIES_MAX): Execute {
  const snapshots = createSnapshots(store)
  const inTurn = createTurns()

  async function run<C, S, E extends DomainEvent>(
    family: Family<C, S, E>,
    id: string,
    command: C,
    context: Context,
    hints: Hints,
  ): Promise<Executed<S, E>> {
    const { decider } = family
    const stream = family.stream(id)
    let snapshot = snapshots.known(family, id)
    if (snapshot === undefined && hints.likelyNew) snapshot = nothing(decider.initial)
    let remembered = snapshot !== undefined
    for (let attempt = 1; ; ) {
      snapshot ??= await snapshots.read(family, id)
      const decided = decide(decider, command, snapshot.state, remembered)
      if (decided === 'look again') {
        remembered = false
        snapshot = await snapshots.read(family, id)
        continue
      }
      if (decided.length === 0) return { state: snapshot.state, revision: snapshot.revision, events: [] }
      for (const event of decided) family.mustFit(event)
      const events = stamp(stream, snapshot, decided, context)
      try {
        await store.append(stream, snapshot.revision < 0 ? 'no_stream' : snapshot.revision, events.map(toNewEvent))
        const { state, revision } = snapshots.advance(family, id, snapshot, events)
        return { state, revision, events }
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error
        if (!remembered) attempt += 1
        if (attempt > triesMax) throw error
        remembered = false
        snapshot = await snapshots.read(family, id)
      }
    }
  }

  return {
    run: (family, id, command, context, hints = {}) =>
      inTurn(family.stream(id), () => run(family, id, command, context, hints)).catch(asRefusal),
    load: (family, id) => snapshots.read(family, id).catch(asRefusal),
  }
}

function decide<C, S, E extends DomainEvent>(
  decider: Decider<C, S, E>,
  command: C,
  state: S,
  remembered: boolean,
): E[] | 'look again' {
  try {
    const events = decider.decide(command, state)
    return remembered && events.length === 0 ? 'look again' : events
  } catch (error) {
    if (remembered && error instanceof Rejection) return 'look again'
    throw error
  }
}

function asRefusal(error: unknown): never {
  if (error instanceof StoreUnavailable)
    throw new Rejection('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfterS: 2 })
  if (error instanceof WrongRevision)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many writers at once' }, { cause: error })
  throw error
}
