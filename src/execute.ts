import { LRUCache } from 'lru-cache'
import { type Actor, type Decider, type DomainEvent, fold, METADATA_VERSION, type Recorded } from './decider.ts'
import { StoreUnavailable, WrongRevision } from './edge/eventstore/errors.ts'
import type { EventStore, NewEvent } from './edge/eventstore/event-store.ts'
import { Rejection } from './errors.ts'
import { linkHash } from './hash-chain.ts'
import { derivedUuid } from './ids.ts'

/** Who asks, why, and when: what every recorded event is stamped with. */
export type Context = {
  actor: Actor
  request_id: string
  /** Names this one command and is part of the ids of its events; two commands share one only when they are the same command. */
  command_id: string
  /** The first request of the chain of causes. */
  correlation_id: string
  /** The id of the event that caused this command, or null when a person or client did. */
  causation_id: string | null
  now: Date
}

export type Outcome<S, E extends DomainEvent> = { state: S; revision: number; events: Recorded<E>[] }

/** A stream as folded: `revision` -1 and no hash when it does not exist. */
type Snapshot<S> = { state: S; revision: number; hash: string | null }

export type Execute = {
  /** Decides `command` on the stream and appends what was decided. Answers with the state after it. */
  run<C, S, E extends DomainEvent>(
    decider: Decider<C, S, E>,
    stream: string,
    command: C,
    context: Context,
    hints?: Hints,
  ): Promise<Outcome<S, E>>
  /** The folded state of a stream, read now. */
  load<C, S, E extends DomainEvent>(decider: Decider<C, S, E>, stream: string): Promise<{ state: S; revision: number }>
}

/** `likelyNew`: the stream most likely does not exist; saves the read. Harmless when wrong. */
type Hints = { likelyNew?: boolean }

/** Wrong revisions are rare and short; more than this many in a row means a stream that is fought over. */
const TRIES_MAX = 3
/** A command that waited longer for its turn is refused: the request that it belongs to is given up after 8 s. */
const TURN_MS_MAX = 5_000
/** Folded streams kept in memory; one is about 1–2 KiB. */
const SNAPSHOTS_MAX = 10_000

/**
 * The one loop: read → fold → decide → append at the revision read → again on a conflict. The only caller of `append`.
 *
 * A stream's last known state is kept in memory, and a stale one is harmless: the exact expected revision makes the store
 * refuse what was decided on it. A remembered state may lead to nothing but an append; a refusal or "nothing to do" is
 * decided again on what the store says now.
 */
export function createExecute(store: EventStore, triesMax = TRIES_MAX): Execute {
  const snapshots = new LRUCache<string, Snapshot<unknown>>({ max: SNAPSHOTS_MAX })

  async function read<C, S, E extends DomainEvent>(decider: Decider<C, S, E>, stream: string): Promise<Snapshot<S>> {
    const known = snapshots.get(stream) as Snapshot<S> | undefined
    // A snapshot is a prefix of history for ever, so only what came after it has to be read.
    const events = (await store.read(stream, (known?.revision ?? -1) + 1)) as Recorded<E>[]
    const last = events.at(-1)
    if (last === undefined) return known ?? { state: decider.initial, revision: -1, hash: null }
    const snapshot = { state: fold(decider, events, known?.state), revision: last.revision, hash: last.metadata.hash }
    remember(stream, snapshot)
    return snapshot
  }

  function remember(stream: string, snapshot: Snapshot<unknown>) {
    const known = snapshots.get(stream)
    if (known === undefined || known.revision < snapshot.revision) snapshots.set(stream, snapshot)
  }

  async function run<C, S, E extends DomainEvent>(
    decider: Decider<C, S, E>,
    stream: string,
    command: C,
    context: Context,
    hints: Hints,
  ): Promise<Outcome<S, E>> {
    let snapshot = snapshots.get(stream) as Snapshot<S> | undefined
    if (snapshot === undefined && hints.likelyNew) snapshot = { state: decider.initial, revision: -1, hash: null }
    let remembered = snapshot !== undefined
    for (let attempt = 1; ; ) {
      snapshot ??= await read(decider, stream)
      const decided = decide(decider, command, snapshot.state, remembered)
      if (decided === 'look again') {
        snapshot = undefined
        remembered = false
        snapshot = await read(decider, stream)
        continue
      }
      if (decided.length === 0) return { state: snapshot.state, revision: snapshot.revision, events: [] }
      const stamped = stamp(stream, snapshot, decided, context)
      try {
        await store.append(stream, snapshot.revision < 0 ? 'no_stream' : snapshot.revision, stamped.map(toNewEvent))
        const after = {
          state: fold(decider, stamped, snapshot.state),
          revision: stamped.at(-1)!.revision,
          hash: stamped.at(-1)!.metadata.hash,
        }
        remember(stream, after)
        return { state: after.state, revision: after.revision, events: stamped }
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error
        if (!remembered) attempt += 1
        if (attempt > triesMax) throw error
        remembered = false
        snapshot = await read(decider, stream)
      }
    }
  }

  const turns = new Map<string, Promise<unknown>>()

  /**
   * Commands of this process on one stream take turns: they would only make each other's appends fail. Behind a store that is
   * silent they do not pile up: whoever asked has been answered by then, and a command is not to take effect minutes later.
   */
  function inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(stream)
    const asked = performance.now()
    const workSoon = () => {
      if (performance.now() - asked < TURN_MS_MAX) return work()
      throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many commands at once' }, { retryAfterS: 2 })
    }
    const turn = before === undefined ? work() : before.then(workSoon, workSoon)
    turns.set(stream, turn)
    const leave = () => {
      if (turns.get(stream) === turn) turns.delete(stream)
    }
    turn.then(leave, leave)
    return turn
  }

  return {
    run: (decider, stream, command, context, hints = {}) =>
      inTurn(stream, () => run(decider, stream, command, context, hints)).catch(asRefusal),
    load: (decider, stream) => read(decider, stream).catch(asRefusal),
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

function stamp<E extends DomainEvent>(
  stream: string,
  from: Snapshot<unknown>,
  events: E[],
  context: Context,
): Recorded<E>[] {
  const { actor, request_id, command_id, correlation_id, causation_id } = context
  const v = METADATA_VERSION
  const at = context.now.toISOString()
  let { revision, hash: prev_hash } = from
  return events.map(({ type, data }) => {
    revision += 1
    const hash = linkHash(prev_hash, { v, stream, revision, type, at, actor, data })
    // With the hash: two processes that run one command at the same moment write different events (`at`, actor). The store
    // compares ids only, and would tell the second that its event was stored; its next one would follow a hash that isn't there.
    const id = derivedUuid(stream, revision, type, command_id, hash)
    const metadata = { v, at, actor, request_id, correlation_id, causation_id, prev_hash, hash }
    prev_hash = hash
    return { type, data, id, stream, revision, at, metadata } as Recorded<E>
  })
}

function toNewEvent({ id, type, data, metadata }: Recorded<DomainEvent>): NewEvent {
  return { id, type, data, metadata }
}

function asRefusal(error: unknown): never {
  if (error instanceof StoreUnavailable)
    throw new Rejection('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfterS: 2 })
  if (error instanceof WrongRevision)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many writers at once' }, { cause: error })
  throw error
}
