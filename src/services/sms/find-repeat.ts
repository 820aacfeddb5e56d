import type { Content } from '#domain/sms/analyses/content.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { toAnalysisRecord } from '#domain/sms/analyses/record.ts'
import type { RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import { readAnalysis } from './read-analysis.ts'
import type { MessageOutcome, RequestedMessage } from './requested-message.ts'
import { requesterOf, restrictedRejection } from './requester.ts'
import { openContent } from './sealed-content.ts'
import type { SmsService } from './sms-service.ts'

/** For so long the same names of message and device mean the same message. */
const REPEAT_MS = 86_400_000
/** How often the same names can come back after that; a caller that gets here uses them for every message. */
const USES_MAX = 100

/**
 * What was found of a message whose names may have been used within 24 hours; else the id for a new analysis under these names.
 * Errors: CONFLICT for names that were used with another text, or too often.
 */
export async function findRepeat(
  service: SmsService,
  { actor, now }: Context,
  { analysis_id: ownId, names: { device_id, message_id }, message }: RequestedMessage,
): Promise<{ outcome: MessageOutcome } | { analysis_id: string }> {
  if (device_id === null || message_id === null) return { analysis_id: ownId }
  for (let use = 0; use < USES_MAX; use += 1) {
    const analysis_id = analyses.id(requesterOf(actor), { device_id, message_id }, use)
    const known = await readAnalysis(service, analysis_id)
    if (known === null) return { analysis_id }
    if (now.getTime() - Date.parse(known.analysis.analysed_at) >= REPEAT_MS) continue
    if (await isOwnerRestricted(service, known.analysis)) return { outcome: restrictedRejection('message_id') }
    const content = await openContent(service, analysis_id, known.sealed)
    // Where the person was erased since, the text that was analysed is gone, and can't be compared.
    if (content !== null) return { outcome: replayOf(analysis_id, known.analysis, content, message.text) }
  }
  throw conflictRejection(`was used ${USES_MAX} times`)
}

/** What was recorded of the message, if it is the same. Errors: CONFLICT. */
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

/** What was found of a restricted person's message is shown to no caller, also where the request names another owner. */
async function isOwnerRestricted({ execute }: SmsService, { client_id, user_id }: RecordedAnalysis): Promise<boolean> {
  return user_id !== null && isPersonRestricted({ execute }, { client_id, user_id })
}
