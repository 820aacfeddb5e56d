import type { LogEvent, Position } from '#event-sourcing/event-store.ts'
import type { SharedWrite, Write } from './group-commit.ts'

/** The events since the last batch, in log order; none when only the position moved. */
export type Batch = { events: LogEvent[]; position: Position }

export type CheckpointWriter = {
  /** Runs the writes and moves the checkpoint, in one transaction. Throws CheckpointMoved or LeaseLost. */
  commit(events: readonly LogEvent[], position: Position, write: Write, ...shared: SharedWrite[]): Promise<void>
}

export type BatchHandler = (batch: Batch, writer: CheckpointWriter) => Promise<void>
