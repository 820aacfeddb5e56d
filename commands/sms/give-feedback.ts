import { z } from 'zod'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { VERDICTS } from '#domain/sms/analyses/events.ts'
import { getOwnAnalysis } from '#domain/sms/analyses/ownership.ts'
import type { RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { requesterOf } from '#services/sms/requester.ts'

export const FeedbackBody = z.object({
  verdict: z.enum(VERDICTS).describe('What the message was.'),
})
export type FeedbackBody = z.output<typeof FeedbackBody>

/** Records what a message was, by whoever knows. The same again changes nothing. Errors: NOT_FOUND. */
export async function giveFeedback(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  analysisId: string,
  { verdict }: FeedbackBody,
): Promise<RecordedAnalysis> {
  const requester = requesterOf(context.actor)
  const { state } = await execute.run(analyses, analysisId, { type: 'give_feedback', requester, verdict }, context)
  return getOwnAnalysis(state, requester)
}
