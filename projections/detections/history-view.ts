import { historyView } from '#declarations/history-view.ts'
import { detectionStreams } from '#domain/detections/events.ts'

export const detectionHistoryView = historyView({
  streams: detectionStreams,
  plural: 'detections',
  version: 1,
  object: event => detectionStreams.detectionId(detectionStreams.idOf(event)),
})
