import { detections } from '#domain/detections/decider.ts'
import { detectionStreams } from '#domain/detections/events.ts'
import { detectionNotFound, isDetection, type RecordedDetection } from '#domain/detections/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

type SealedDetection = { id: string; detection: RecordedDetection; sealed: string }

/** Reads the stream: cached states do not contain the sealed content. */
export async function readDetection({ store }: Pick<Service, 'store'>, id: string): Promise<SealedDetection | null> {
  const events = (await store.read(detections.stream(id))).map(detections.parse)
  const detection = fold(detections.decider, events)
  const [first] = events
  return first?.type === 'DetectionRecorded' && isDetection(detection)
    ? { id, detection, sealed: first.data.sealed }
    : null
}

/** Throws NOT_FOUND also for another client's detection. */
export async function getDetection(
  service: Pick<Service, 'store'>,
  client_id: string,
  detectionId: string,
): Promise<SealedDetection> {
  const id = detectionStreams.parseDetectionId(detectionId)
  const found = id === null ? null : await readDetection(service, id)
  if (found === null || found.detection.client_id !== client_id) throw detectionNotFound()
  return found
}
