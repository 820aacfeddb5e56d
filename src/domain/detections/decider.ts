import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'
import { type DetectionEvent, type DetectionEventType, type DetectionRecordedData, detectionStreams } from './events.ts'
import { type DetectionState, detectionNotFound, evolve, isDetection, type RecordedDetection } from './state.ts'

export type DetectionCommand =
  | { type: 'record'; data: DetectionRecordedData }
  /**
   * The same message id again. `digest`: of the repeated data under the recorded key, null once that is deleted;
   * `detected_at`: null if it has none.
   */
  | { type: 'repeat'; digest: string | null; detected_at: string | null }

type CommandType = DetectionCommand['type']
type Status = DetectionState['status']
type Cell = DetectionEventType | 'replay' | Extract<ErrorCode, 'NOT_FOUND'>

// biome-ignore format: a table is read by its columns
export const detectionTable = {
  record: { absent: 'DetectionRecorded', recorded: 'replay' },
  repeat: { absent: 'NOT_FOUND',         recorded: 'replay' },
} satisfies Record<CommandType, Record<Status, Cell>>

const detectionDecider: Decider<DetectionCommand, DetectionState, DetectionEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = detectionTable[command.type][state.status]
    if (cell === 'NOT_FOUND') throw detectionNotFound()
    if (command.type === 'record') return cell === 'replay' ? [] : [{ type: 'DetectionRecorded', data: command.data }]
    if (isDetection(state)) assertSameContent(command, state)
    return []
  },
  evolve,
}

export const detections = family(detectionStreams, detectionDecider)

/** A deleted content cannot be contradicted. Throws CONFLICT. */
function assertSameContent(
  { digest, detected_at }: DetectionCommand & { type: 'repeat' },
  recorded: RecordedDetection,
): void {
  if (digest === null) return
  if (digest !== recorded.digest)
    throw fieldRejection('CONFLICT', [{ field: 'id', reason: 'is recorded with other content' }])
  if (!recorded.is_detected_at_reported || detected_at === null || detected_at === recorded.detected_at) return
  throw fieldRejection('CONFLICT', [{ field: 'detected_at', reason: 'differs from the one recorded with this id' }])
}
