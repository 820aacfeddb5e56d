import type { Recorded } from '#event-sourcing/decider.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import type { DetectionEvent, DetectionRecordedData } from './events.ts'

/** Without the sealed content, which can be large and is read from its event. */
export type RecordedDetection = Omit<DetectionRecordedData, 'sealed'> & { status: 'recorded'; recorded_at: string }

export type DetectionState = { status: 'absent' } | RecordedDetection

export function isDetection(state: DetectionState): state is RecordedDetection {
  return state.status === 'recorded'
}

export function evolve(state: DetectionState, { type, data, at }: Recorded<DetectionEvent>): DetectionState {
  if (type !== 'DetectionRecorded' || isDetection(state)) return state
  const { sealed: _, ...clear } = data
  return { ...clear, status: 'recorded', recorded_at: at }
}

/** The same for missing and for foreign detections, so that a caller cannot find out which ids exist. */
export function detectionNotFound(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'detection_id', reason: 'names no detection' }])
}
