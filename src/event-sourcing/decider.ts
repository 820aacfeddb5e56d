/** What a domain event is before it is recorded: its type and its data, nothing of the store. */
export type DomainEvent = { type: string; data: object }

/** Who asked: the token's subject, the client it belongs to and the role it acts in; `ip` when it came over HTTP. */
export type Actor = { sub: string; client_id: string; role: string; ip?: string }

/** The client that an actor acts for, and on whose streams alone it may act; null for the service itself, which acts on any client's. */
export function clientOf(actor: Actor): string | null {
  return actor.role === 'system' ? null : actor.client_id
}

/** The newest version of what is recorded beside an event's data that this code knows, and the one it writes. */
export const METADATA_VERSION = 1

/**
 * What is recorded beside every event's data. `hash` is SHA-256 over `prev_hash` and the canonical JSON of the event, its place and
 * everything else here (hash-chain.ts); data holds ciphertext, so the chain verifies after an erasure.
 */
export type EventMetadata = {
  v: typeof METADATA_VERSION
  /** ISO 8601 UTC, milliseconds. */
  at: string
  actor: Actor
  request_id: string
  correlation_id: string
  causation_id: string | null
  /** Hex SHA-256 of the event before it in its stream; null at revision 0. */
  prev_hash: string | null
  hash: string
}

/** An event with its place: which stream, which revision (0 first), when. */
export type Recorded<E extends DomainEvent = DomainEvent> = E & {
  /** Deterministic UUID. */
  id: string
  stream: string
  revision: number
  at: string
  metadata: EventMetadata
  /** In the log of all events; only of an event that was read from there. */
  position?: { commit: bigint }
}

/**
 * Three names decide one kind of stream. No clock, no id generator, no await: `now`, ids and outcomes arrive inside the
 * command. `decide` returns no events when there is nothing to record and throws a Rejection to refuse; `evolve` collates
 * and never fails, because history can't be fixed.
 */
export type Decider<C, S, E extends DomainEvent> = {
  initial: S
  decide(command: C, state: S): E[]
  evolve(state: S, event: Recorded<E>): S
  /** For streams that grow long: the same as `evolve` one by one, without a state for each event. */
  evolveAll?(state: S, events: readonly Recorded<E>[]): S
}

export function fold<C, S, E extends DomainEvent>(
  decider: Decider<C, S, E>,
  events: readonly Recorded<E>[],
  from: S = decider.initial,
): S {
  if (decider.evolveAll !== undefined) return decider.evolveAll(from, events)
  return events.reduce((state, event) => decider.evolve(state, event), from)
}
