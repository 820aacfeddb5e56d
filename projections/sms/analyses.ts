import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { type AnalysisEvent, analysisStreams, VERDICTS } from '#domain/sms/analyses/events.ts'
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
 * Without content of the message. The caller's ids become `[erased]` when the person is erased. While the person is
 * restricted, `client_id` is NO_CLIENT_ID, so that no list contains the row.
 */
export const AnalysisRow = z.object({
  analysis_id: z.string(),
  client_id: z.string(),
  user_id: z.string().nullable(),
  device_id: z.string().nullable(),
  message_id: z.string().nullable(),
  is_phishing: z.boolean(),
  risk_level: z.enum(RISK_LEVELS),
  risk_score: z.number(),
  sender_type: z.string(),
  urls_found: z.int(),
  malicious_urls: z.int(),
  indicators: z.array(z.string()),
  language: z.string(),
  verdict: z.enum(VERDICTS).nullable(),
  analysed_at: z.string(),
  revision: z.int(),
})
type AnalysisRow = z.infer<typeof AnalysisRow>

const indexes = [
  sql.unsafe`create index on sms_analyses (client_id, analysed_at desc, analysis_id desc)`,
  sql.unsafe`create index on sms_analyses (client_id, user_id, analysed_at desc, analysis_id desc)`,
  sql.unsafe`create index on sms_analyses (client_id, device_id, analysed_at desc, analysis_id desc)`,
  sql.unsafe`create index on sms_analyses (client_id, message_id) where message_id is not null`,
]

export const smsAnalyses = projection<AnalysisRow, AnalysisEvent | SubjectEvent>({
  name: 'sms_analyses',
  version: 1,
  row: AnalysisRow,
  streams: [analysisStreams, subjectStreams],
  tables: [
    sql.unsafe`create table sms_analyses (
      analysis_id text collate "C" primary key,
      client_id text not null,
      user_id text,
      device_id text,
      message_id text,
      is_phishing boolean not null,
      risk_level text not null,
      risk_score double precision not null,
      sender_type text not null,
      urls_found integer not null,
      malicious_urls integer not null,
      indicators jsonb not null,
      language text not null,
      verdict text,
      analysed_at timestamptz not null,
      revision integer not null)`,
  ],
  indexes,
  key: 'analysis_id',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    SmsAnalysed(event) {
      const { client_id, user_id, device_id, message_id, is_phishing, risk_level, risk_score } = event.data
      const { sender_type, urls_found, malicious_urls, indicators, language } = event.data
      return {
        insert: {
          analysis_id: analysisStreams.idOf(event),
          ...{ client_id, user_id, device_id, message_id, is_phishing, risk_level, risk_score },
          ...{ sender_type, urls_found, malicious_urls, indicators: indicators.map(({ type }) => type), language },
          ...{ verdict: null, analysed_at: event.at, revision: event.revision },
        },
      }
    },
    SmsFeedbackGiven: ({ data, revision }) => ({ update: { verdict: data.verdict, revision } }),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<AnalysisRow>(analysisStreams, event, analysis_id => [
        { key: { analysis_id }, next: row => ({ ...row, client_id: NO_CLIENT_ID }) },
      ]),
    SubjectErased: event =>
      changeCoveredRows<AnalysisRow>(analysisStreams, event, analysis_id => [
        {
          key: { analysis_id },
          next: row => ({
            ...row,
            client_id: event.data.client_id,
            user_id: row.user_id && ERASED,
            device_id: row.device_id && ERASED,
            message_id: row.message_id && ERASED,
          }),
        },
      ]),
  },
})
