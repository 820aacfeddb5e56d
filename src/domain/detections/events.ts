import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, owner, personal, plain, sealed, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

/** The kinds of messages that the modules around the service send, and the types of the public events. */
export const DETECTION_KINDS = [
  'darkweb.leak_detected',
  'phishing.email_detected',
  'url.malicious_detected',
  'spam.call_blocked',
] as const
export type DetectionKind = (typeof DETECTION_KINDS)[number]

const DetectionEvents = {
  /** A module around the service found something, and sent it over the bus or over HTTP. */
  DetectionRecorded: z.strictObject({
    client_id: owner(z.string()),
    kind: plain(z.enum(DETECTION_KINDS)),
    /** The module's own id of its message. */
    message_id: personal(z.string()),
    /** Null if no user of the client is known to be concerned. */
    user_id: subject(z.string().nullable()),
    ...plain({
      /** Null if the message has none. */
      severity: z.enum(RISK_LEVELS).nullable(),
      /** As reported, or else the time of the message. */
      detected_at: z.string(),
      is_detected_at_reported: z.boolean(),
    }),
    /** `DetectionContent` as JSON, under the key of the person, or else of the client, and the day. */
    sealed: sealed('content'),
    /** Of the message's data except `detected_at`, under the same key, so that a repeat can be compared. */
    digest: hidden(z.string()),
  }),
}

export type DetectionEvent = EventOf<typeof DetectionEvents>
export type DetectionEventType = DetectionEvent['type']
export type DetectionRecordedData = z.infer<typeof DetectionEvents.DetectionRecorded>

const DETECTION_ID = /^det_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const detectionStreams = {
  ...category({ prefix: 'detection-', events: DetectionEvents }),
  id: (client_id: string, kind: DetectionKind, message_id: string) =>
    derivedUuid('detection', client_id, kind, message_id),
  detectionId: (id: string) => `det_${id}`,
  parseDetectionId: (detectionId: string): string | null => DETECTION_ID.exec(detectionId)?.[1] ?? null,
}
