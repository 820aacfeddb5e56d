import type { Message } from './consumer.ts'
import type { GroupStreams } from './group-streams.ts'
import type { GroupSettings } from './settings.ts'
import type { Source } from './source.ts'

/** How far a group is, and how much of that is on disk. */
export class Checkpoints {
  /** Place up to which the source has been read. */
  cursor: number
  private readonly settings: GroupSettings
  private readonly source: Source
  private readonly streams: GroupStreams
  /** Read and not dealt with, in source order: the first one holds the checkpoint back. */
  private readonly outstanding = new Set<Message>()
  private written: number
  private writtenAt = Date.now()
  private writing = false
  /** Events dealt with, or passed over by the filter, since the last checkpoint. */
  private since = 0

  /** @param start place after which a group without a checkpoint begins. */
  constructor(settings: GroupSettings, source: Source, streams: GroupStreams, start: number) {
    this.settings = settings
    this.source = source
    this.streams = streams
    const checkpoint = streams.checkpoint()
    this.written = checkpoint === undefined ? -1 : source.parse(checkpoint)
    this.cursor = checkpoint === undefined ? start : this.written
  }

  get outstandingCount(): number {
    return this.outstanding.size
  }

  /** The last checkpoint, formatted; empty before the first. */
  get last(): string {
    return this.written < 0 ? '' : this.source.format(this.written)
  }

  /** A page was read. What the filter passed over counts, or a restart would look at all of it again. */
  read(messages: readonly Message[], cursor: number, considered: number): void {
    for (const message of messages) this.outstanding.add(message)
    this.cursor = cursor
    this.count(considered - messages.length)
  }

  finish(message: Message): void {
    if (this.outstanding.delete(message)) this.count(1)
  }

  /** Called about once a second: writes what is too little for the upper bound and old enough. */
  tick(): void {
    const { checkpointAfterMs, minCheckpointCount } = this.settings
    if (Date.now() - this.writtenAt >= checkpointAfterMs && this.since >= minCheckpointCount) this.write()
  }

  private count(events: number): void {
    this.since += events
    if (this.since >= this.settings.maxCheckpointCount) this.write()
  }

  /**
   * Just below the lowest message that is not dealt with. One write at a time, so that a bound of 1 is not a write per event; and none for
   * nothing: the cursor also passes the group's own last checkpoint, so that with a bound of 0 each would be followed by another.
   */
  private write(): void {
    const [lowest] = this.outstanding
    const place = lowest?.before ?? this.cursor
    if (this.writing || this.since === 0 || place <= this.written) return
    this.writing = true
    this.since = 0
    this.writtenAt = Date.now()
    const done = (): void => {
      this.writing = false
    }
    // When the disk refuses, the group starts from an older checkpoint after a restart: that repeats messages and loses none.
    this.streams.writeCheckpoint(this.source.format(place)).then(() => {
      this.written = place
      done()
    }, done)
  }
}
