import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { VERDICTS } from '#domain/sms/analyses/events.ts'
import { INDICATOR_TYPES } from '#domain/sms/localised-texts.ts'
import { SENDER_TYPES } from '#domain/sms/sender.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import { AnalysisRow } from '#projections/sms/analyses.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
const CURSOR_LENGTH_MAX = 400

const id = plainText(ID_LENGTH_MAX).optional()

export const ListAnalysesQuery = z
  .strictObject({
    is_phishing: z
      .enum(['true', 'false'])
      .optional()
      .describe('Only messages that are phishing (true) or that are not (false).'),
    risk_level: z.enum(RISK_LEVELS).optional().describe('Only messages with this risk level.'),
    user_id: id.describe('Only messages of this user, by your id.'),
    device_id: id.describe('Only messages of this device, by your id.'),
    message_id: id.describe('Only messages with this id, which you assigned.'),
    verdict: z
      .enum([...VERDICTS, 'none'])
      .optional()
      .describe('Only messages with this reported class; none for messages without a report.'),
    since: instant.optional().describe('Only messages analysed at or after this time; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only messages analysed before this time; ISO 8601 with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Analyses per page, 1 to ${LIMIT_MAX}.`),
    cursor: pageCursor(CURSOR_LENGTH_MAX),
  })
  .refine(...sinceBeforeUntil)
export type ListAnalysesQuery = z.output<typeof ListAnalysesQuery>

const Item = AnalysisRow.pick({
  ...{ analysis_id: true, message_id: true, device_id: true, user_id: true, is_phishing: true, risk_level: true },
  ...{ risk_score: true, urls_found: true, malicious_urls: true, language: true, verdict: true },
}).extend({
  sender_type: z.enum(SENDER_TYPES),
  indicators: z.array(z.enum(INDICATOR_TYPES)),
  analyzed_at: z.string(),
})

const COLUMNS = [
  { name: 'analyzed_at', column: 'analysed_at', type: 'timestamptz', text: instant },
  { name: 'analysis_id', type: 'text', text: z.string().regex(/^sms_[\w-]{1,64}$/) },
] as const

/** Throws INVALID_REQUEST for a cursor of another caller or other filters. */
export async function listAnalyses(db: Database, requester: Requester, query: ListAnalysesQuery) {
  const { limit, cursor, ...filters } = query
  const scope = derivedUuid('sms-analyses', JSON.stringify(requester), JSON.stringify(Object.entries(filters).sort()))
  const keyset = keysetPage<z.infer<typeof Item>>({ scope, columns: COLUMNS, limit, cursor })
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Item)`
      select analysis_id, message_id, device_id, user_id, is_phishing, risk_level, risk_score, sender_type, urls_found,
        malicious_urls, indicators, language, verdict, analysed_at as analyzed_at
      from read.sms_analyses
      where ${sql.join([...conditionsOf(requester, filters), keyset.isAfterCursor], sql.fragment` and `)}
      ${keyset.orderAndLimit}`),
  )
  const { page: data, pagination } = keyset.pageOf(rows)
  return { data, pagination }
}

function conditionsOf(requester: Requester, query: Omit<ListAnalysesQuery, 'limit' | 'cursor'>): FragmentSqlToken[] {
  const { is_phishing, risk_level, user_id, device_id, message_id, verdict, since, until } = query
  return [
    sql.fragment`client_id = ${requester.client_id}`,
    ...(requester.user_id === null ? [] : [sql.fragment`user_id = ${requester.user_id}`]),
    ...(is_phishing === undefined ? [] : [sql.fragment`is_phishing = ${is_phishing === 'true'}`]),
    ...(risk_level === undefined ? [] : [sql.fragment`risk_level = ${risk_level}`]),
    ...(user_id === undefined ? [] : [sql.fragment`user_id = ${user_id}`]),
    ...(device_id === undefined ? [] : [sql.fragment`device_id = ${device_id}`]),
    ...(message_id === undefined ? [] : [sql.fragment`message_id = ${message_id}`]),
    ...(verdict === undefined
      ? []
      : [verdict === 'none' ? sql.fragment`verdict is null` : sql.fragment`verdict = ${verdict}`]),
    ...(since === undefined ? [] : [sql.fragment`analysed_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`analysed_at < ${until}::timestamptz`]),
  ]
}
