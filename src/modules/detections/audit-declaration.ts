import { auditDeclaration } from '#declarations/history-view.ts'
import { detections } from '#domain/detections/decider.ts'
import { isDetection } from '#domain/detections/state.ts'
import { detectionHistoryView } from '#projections/detections/history-view.ts'

/** Without the content. */
export const detectionAudit = auditDeclaration(detectionHistoryView, {
  family: detections,
  state(id, state) {
    if (!isDetection(state)) return null
    const { client_id, kind, message_id, user_id, severity, detected_at, recorded_at } = state
    return {
      ...{ detection_id: detections.detectionId(id), client_id, kind, id: message_id, user_id },
      ...{ severity, detected_at, recorded_at },
    }
  },
  idsOf: requestedId => [detections.parseDetectionId(requestedId) ?? requestedId],
})
