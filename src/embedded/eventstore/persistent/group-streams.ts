import { randomUUID } from 'node:crypto'
import {
  BINARY_CONTENT,
  JSON_CONTENT,
  LINK_TYPE,
  METADATA_TYPE,
  metadataStream,
  type ProposedEvent,
  type RecordedEvent,
} from '../event.ts'
import { linkTo } from '../protocol/links.ts'
import { dataOf } from '../record.ts'
import type { EventStore } from '../store/store.ts'
import { firstRevision, withTruncateBefore } from '../store/streams.ts'
import type { GroupKey } from './settings.ts'

/** What a group keeps on disk: its checkpoint and its parked messages, each a stream, named as on a real server. */
export class GroupStreams {
  private readonly store: EventStore
  private readonly checkpoints: string
  readonly parked: string

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
    await this.append(this.checkpoints, proposed('$SubscriptionCheckpoint', JSON_CONTENT, JSON.stringify(place)))
  }

  /** Parks a message: a link to its event, with why and when. */
  async park(event: RecordedEvent, reason: string): Promise<void> {
    const metadata = JSON.stringify({
      added: new Date().toISOString(),
      reason,
      subscriptionEventNumber: event.revision,
    })
    await this.append(this.parked, proposed(LINK_TYPE, BINARY_CONTENT, linkTo(event), metadata))
  }

  /** Parked messages from the oldest on, those with revisions below `stopAt` only. */
  parkedLinks(from: number, stopAt: number, limit: number): RecordedEvent[] {
    const state = this.store.streams.get(this.parked)
    return this.store.log.stream(this.parked, Math.max(from, firstRevision(state)), stopAt - 1, limit)
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
    await this.append(
      metadataStream(this.parked),
      proposed(METADATA_TYPE, JSON_CONTENT, withTruncateBefore(json, before)),
    )
  }

  /** A group that is deleted leaves nothing that a new one of the same name would start from. */
  async delete(): Promise<void> {
    for (const stream of [this.checkpoints, this.parked]) {
      if (this.store.streams.get(stream).lastRevision >= 0)
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

function proposed(type: string, contentType: string, data: string, metadata = ''): ProposedEvent {
  return { id: randomUUID(), type, contentType, metadata: Buffer.from(metadata), data: Buffer.from(data) }
}
