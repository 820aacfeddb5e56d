import { personalData } from '#declarations/personal-data.ts'
import { type DetectionEvent, detectionStreams } from '#domain/detections/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'

/** A detection without `user_id` belongs to no known person; its key is the client's. */
export const detectionPersonalData = personalData<DetectionEvent>({
  streams: detectionStreams,
  version: 1,
  key: ({ data }) => subjectOf(data.sealed),
})
