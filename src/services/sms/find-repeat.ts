import type { Content } from '#domain/sms/analyses/content.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { toAnalysisRecord } from '#domain/sms/analyses/record.ts'
import type { RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import type { SmsService } from './analyser.ts'
import { readAnalysis } from './read-analysis.ts'
import type { MessageOutcome, RequestedMessage } from './requested-message.ts'
import { restrictedRejection } from './restricted-rejection.ts'
import { openContent } from './sealed-content.ts'

/** The same ids of message and device mean the same message for 24 hours. */
const REPEAT_MS = 86_400_000
/** Reuses of the same ids after that; a caller that reaches the limit sends the same ids with every message. */
const USES_MAX = 100

/**
 * The recorded analysis of a message whose ids were used within 24 hours, or else the id of a new analysis.
 * Throws CONFLICT for ids that were used with another text, or too often.
 */
export async function findRepeat(
  service: SmsService,
  { actor, now }: Context,
  { analysis_id: ownId, callerIds: { device_id, message_id }, message }: RequestedMessage,
): Promise<{ outcome: MessageOutcome } | { analysis_id: string }> {
  if (device_id === null || message_id === null) return { analysis_id: ownId }
  for (let use = 0; use < USES_MAX; use += 1) {
    const analysis_id = analyses.id(requesterOf(actor), { device_id, message_id }, use)
    const known = await readAnalysis(service, analysis_id)
    if (known === null) return { analysis_id }
    const { analysis, sealed } = known
    if (now.getTime() - Date.parse(analysis.analysed_at) >= REPEAT_MS) continue
    // No caller may read a restricted person's analysis, not even one that names another owner.
    const { client_id, user_id } = analysis
    if (user_id !== null && (await isPersonRestricted(service, { client_id, user_id })))
      return { outcome: restrictedRejection('message_id') }
    const content = await openContent(service, analysis_id, sealed)
    // After an erasure there is no text left to compare with.
    if (content !== null) return { outcome: replayOf(analysis_id, analysis, content, message.text) }
  }
  throw conflictRejection(`was used ${USES_MAX} times`)
}

/** The recorded analysis as an outcome. Throws CONFLICT if the text differs. */
export function replayOf(
  analysis_id: string,
  analysis: RecordedAnalysis,
  content: Content,
  text: string,
): MessageOutcome {
  if (content.text !== text) throw conflictRejection('was used with another text of this device within its 24 hours')
  return { record: toAnalysisRecord(analysis_id, analysis, content), replayed: true }
}

export function conflictRejection(reason: string): Rejection {
  return fieldRejection('CONFLICT', [{ field: 'message_id', reason }])
}
