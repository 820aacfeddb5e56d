import { TOMBSTONE_REVISION } from '#embedded/eventstore/event.ts'
import { filterClause } from '#embedded/eventstore/store/filter.ts'
import type { NodeStore } from '#embedded/eventstore/store/store.ts'
import { firstRevision, isTombstoned, oldestVisible } from '#embedded/eventstore/store/streams.ts'
import { CAUGHT_UP, encodeCheckpoint, encodeConfirmation } from './encode.ts'
import { streamDeleted } from './errors.ts'
import { PAGE_EVENTS, send } from './read.ts'
import type { ReadCall } from './read-call.ts'
import { type AllSource, passed, type ReadRequest, type StreamSource } from './read-request.ts'

/** A subscription reads pages of the log and sleeps at its end, so no live buffer can lose an event. */

/** Starts after the given revision. A tombstone ends the subscription; a stream that does not exist yet is awaited. */
export async function subscribeToStream(
  store: NodeStore,
  request: ReadRequest,
  source: StreamSource,
  call: ReadCall,
): Promise<void> {
  const { stream } = source
  const state = store.streams.get(stream)
  if (isTombstoned(state)) throw streamDeleted(stream)
  let cursor = source.from === 'start' ? -1 : source.from === 'end' ? state.lastRevision : source.from
  let caughtUp = false
  const stop = store.changes.onStream(stream, call.wake)
  try {
    await call.send(encodeConfirmation(call.id))
    for (;;) {
      const now = store.streams.get(stream)
      const page = store.log.stream(stream, Math.max(cursor + 1, firstRevision(now)), TOMBSTONE_REVISION, PAGE_EVENTS)
      const oldest = oldestVisible(now, Date.now())
      let isPageHidden = page.length > 0
      for (const event of page) {
        if (event.revision === TOMBSTONE_REVISION) throw streamDeleted(stream)
        cursor = event.revision
        if (event.created < oldest) continue
        isPageHidden = false
        await send(store, request, event, call)
      }
      if (isPageHidden) await call.yieldTurn()
      if (page.length > 0) continue
      if (!caughtUp) await call.send(CAUGHT_UP)
      caughtUp = true
      call.isLive = true
      await call.idle()
    }
  } finally {
    stop()
  }
}

/** With a filter it sends a checkpoint each `checkpointEvery` considered events: a reader of rare events moves on. */
export async function subscribeToAll(
  store: NodeStore,
  request: ReadRequest,
  source: AllSource,
  call: ReadCall,
): Promise<void> {
  const filter = filterClause(request.filter?.filter)
  const every = request.filter?.checkpointEvery
  let cursor = source.from === 'start' ? -1 : source.from === 'end' ? store.tail.lastPosition() : passed(source.from)
  let considered = 0
  let caughtUp = false
  const stop = store.changes.onAll(call.wake)
  try {
    await call.send(encodeConfirmation(call.id))
    for (;;) {
      const limit = every === undefined ? PAGE_EVENTS : Math.min(PAGE_EVENTS, every - considered)
      const page = store.tail.allAfter(cursor, limit, filter)
      for (const event of page.events) await send(store, request, event, call)
      cursor = page.scannedTo
      considered += page.considered
      if (every !== undefined && considered >= every) {
        await call.send(encodeCheckpoint(cursor))
        considered = 0
      }
      // Checked after sending, which takes time; saves the read of an empty page at each wake.
      if (!page.exhausted && cursor < store.tail.lastPosition()) {
        if (page.events.length === 0) await call.yieldTurn()
        continue
      }
      if (!caughtUp) {
        if (every !== undefined && cursor >= 0) await call.send(encodeCheckpoint(cursor))
        await call.send(CAUGHT_UP)
      }
      caughtUp = true
      call.isLive = true
      await call.idle()
    }
  } finally {
    stop()
  }
}
