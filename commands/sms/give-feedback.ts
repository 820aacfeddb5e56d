import { z } from 'zod'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { VERDICTS } from '#domain/sms/analyses/events.ts'
import { getOwnAnalysis, type RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import type { Service } from '#service.ts'

import type { ErrorCode } from '#values/errors.ts'

export const FeedbackBody = z.object({
  verdict: z.enum(VERDICTS).describe('What the message was.'),
})

export const giveFeedbackErrors = ['NOT_FOUND'] as const satisfies readonly ErrorCode[]

/** The same verdict again changes nothing. Throws NOT_FOUND. */
export async function giveFeedback(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { analysis_id, verdict }: z.output<typeof FeedbackBody> & { analysis_id: string },
): Promise<RecordedAnalysis> {
  const requester = requesterOf(context.actor)
  const { state } = await execute.run(analyses, analysis_id, { type: 'give_feedback', requester, verdict }, context)
  return getOwnAnalysis(state, requester)
}
