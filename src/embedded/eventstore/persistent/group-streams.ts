import {
  BINARY_CONTENT,
  LINK_TYPE,
  METADATA_TYPE,
  metadataStream,
  ownEvent,
  type ProposedEvent,
  type RecordedEvent,
} from '#embedded/eventstore/event.ts'
import { linkTo } from '#embedded/eventstore/protocol/links.ts'
import { dataOf } from '#embedded/eventstore/record.ts'
import type { EventStore } from '#embedded/eventstore/store/store.ts'
import { firstRevision, isSoftDeleted, withTruncateBefore } from '#embedded/eventstore/store/streams.ts'
import type { GroupKey } from './settings.ts'

/** Parked messages read at a time. */
const PARKED_PAGE = 256

/** What a group keeps on disk: its checkpoint and its parked messages, each a stream, named as on a real server. */
export class GroupStreams {
  private readonly store: EventStore
  private readonly checkpoints: string
  private readonly parked: string

  constructor({ source, group }: GroupKey, store: EventStore) {
    this.store = store
    this.checkpoints = `$persistentsubscription-${source}::${group}-checkpoint`
    this.parked = `$persistentsubscription-${source}::${group}-parked`
  }

  /** The last checkpoint as it was written; undefined before the first one. */
  checkpoint(): string | undefined {
    const state = this.store.streams.get(this.checkpoints)
    const last = this.store.log.lastOf(this.checkpoints)
    if (last === undefined || last.revision < firstRevision(state)) return undefined
    const value: unknown = JSON.parse(dataOf(last.body).toString('utf8'))
    return typeof value === 'string' ? value : undefined
  }

  async writeCheckpoint(place: string): Promise<void> {
    await this.append(this.checkpoints, ownEvent('$SubscriptionCheckpoint', JSON.stringify(place)))
  }

  /** Parks a message: a link to its event, with why and when. */
  async park(event: RecordedEvent, reason: string): Promise<void> {
    const metadata = JSON.stringify({
      added: new Date().toISOString(),
      reason,
      subscriptionEventNumber: event.revision,
    })
    await this.append(this.parked, ownEvent(LINK_TYPE, linkTo(event), metadata, BINARY_CONTENT))
  }

  /** The next parked messages, with revisions from `from` to below `stopAt`; as many as make a page. */
  parkedLinks(from: number, stopAt: number): RecordedEvent[] {
    return this.store.log.stream(this.parked, from, stopAt - 1, PARKED_PAGE)
  }

  /** Revisions of the parked messages: first and one past the last. */
  parkedRange(): { first: number; end: number } {
    const state = this.store.streams.get(this.parked)
    const end = state.lastRevision + 1
    return { first: Math.min(firstRevision(state), end), end }
  }

  /** Forgets parked messages below a revision: they have been replayed and dealt with. */
  async truncateParked(before: number): Promise<void> {
    const { json } = this.store.streams.get(this.parked).metadata
    await this.append(metadataStream(this.parked), ownEvent(METADATA_TYPE, withTruncateBefore(json, before)))
  }

  /** A group that is deleted leaves nothing that a new one of the same name would start from. */
  async delete(): Promise<void> {
    for (const stream of [this.checkpoints, this.parked]) {
      const state = this.store.streams.get(stream)
      if (state.lastRevision < 0 || isSoftDeleted(state)) continue
      await this.store.writer.write({ kind: 'delete', stream, expected: 'any' })
    }
  }

  private async append(stream: string, event: ProposedEvent): Promise<void> {
    await this.store.writer.write({
      kind: 'append',
      stream,
      expected: 'any',
      events: [event],
      deadline: Number.POSITIVE_INFINITY,
    })
  }
}
