import { readLog } from '#edge/eventstore/read-log.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import type { Feed } from './event-feed.ts'
import type { StreamedEvent } from './shared-translation.ts'
import type { Anchor, StreamId } from './stream-id.ts'

/** A reader that missed more reads its lists faster. */
const MISSED_EVENTS_MAX = 1_000
const MISSED_MS_MAX = 3_600_000
/** Events of all clients and kinds among which those missed are: one reader must not occupy the process. */
const SEARCHED_EVENTS_MAX = 10_000

export type ResetReason = 'unknown' | 'behind'

/** Why a stream can't go on after an id: another or restored log, or too long ago. Null = it can. */
export async function resetReasonOf(
  store: Pick<EventStore, 'end' | 'at'>,
  { anchor, at }: StreamId,
  now: Date,
): Promise<ResetReason | null> {
  if (now.getTime() - at.getTime() > MISSED_MS_MAX) return 'behind'
  if (anchor === null) return null
  const { position, event } = anchor
  // Servers refuse positions behind the end in several ways.
  if (isAfter(position, await store.end())) return 'unknown'
  return event === null || (await store.at(position))?.id === event ? null : 'unknown'
}

/** What a client missed between two positions of the log; 'behind' when that is too much. */
export async function readMissed(
  store: Pick<EventStore, 'subscribe'>,
  { translation }: Pick<Feed, 'translation'>,
  { client_id, from, to, signal }: { client_id: string; from: Anchor | null; to: Anchor; signal: AbortSignal },
): Promise<StreamedEvent[] | 'behind'> {
  const missed: StreamedEvent[] = []
  let searched = 0
  const range = { prefixes: translation.prefixes, from: from?.position ?? null, to: to.position, signal }
  for await (const { events } of readLog(store, range)) {
    searched += events.length
    if (searched > SEARCHED_EVENTS_MAX) return 'behind'
    for (const event of await translation.translate(events)) if (event.client_id === client_id) missed.push(event)
    if (missed.length > MISSED_EVENTS_MAX) return 'behind'
  }
  return missed
}
