import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { DETECTION_KINDS, type DetectionEvent, detectionStreams } from '#domain/detections/events.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import { ERASED } from '#values/person.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

/**
 * Without the content. The ids of user and message become `[erased]` when the person is erased. While the person is
 * restricted, `client_id` is NO_CLIENT_ID, so that no list contains the row.
 */
export const DetectionRow = z.object({
  detection: z.string(),
  client_id: z.string(),
  kind: z.enum(DETECTION_KINDS),
  message_id: z.string(),
  user_id: z.string().nullable(),
  severity: z.enum(RISK_LEVELS).nullable(),
  detected_at: z.string(),
  recorded_at: z.string(),
  revision: z.int(),
})
type DetectionRow = z.infer<typeof DetectionRow>

export const detectionsList = projection<DetectionRow, DetectionEvent | SubjectEvent>({
  name: 'detections',
  version: 1,
  row: DetectionRow,
  streams: [detectionStreams, subjectStreams],
  tables: [
    sql.unsafe`create table detections (
      detection uuid primary key,
      client_id text not null,
      kind text not null,
      message_id text not null,
      user_id text,
      severity text,
      detected_at timestamptz not null,
      recorded_at timestamptz not null,
      revision integer not null)`,
  ],
  indexes: [
    sql.unsafe`create index on detections (client_id, detected_at desc, detection desc)`,
    sql.unsafe`create index on detections (client_id, kind, detected_at desc, detection desc)`,
    sql.unsafe`create index on detections (client_id, user_id, detected_at desc, detection desc)`,
  ],
  key: 'detection',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    DetectionRecorded(event) {
      const { client_id, kind, message_id, user_id, severity, detected_at } = event.data
      return {
        insert: {
          ...{ detection: detectionStreams.idOf(event), client_id, kind, message_id, user_id, severity },
          ...{ detected_at, recorded_at: event.at, revision: event.revision },
        },
      }
    },
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<DetectionRow>(detectionStreams, event, detection => [
        { key: { detection }, next: row => ({ ...row, client_id: NO_CLIENT_ID }) },
      ]),
    SubjectErased: event =>
      changeCoveredRows<DetectionRow>(detectionStreams, event, detection => [
        {
          key: { detection },
          next: row => ({
            ...{ ...row, client_id: event.data.client_id, message_id: ERASED },
            user_id: row.user_id && ERASED,
          }),
        },
      ]),
  },
})
