import { analyses } from '#domain/sms/analyses/decider.ts'
import { analysisNotFound, getOwnAnalysis } from '#domain/sms/analyses/ownership.ts'
import { isAnalysis, type RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import type { Service } from '#service.ts'

const ANALYSIS_ID = /^sms_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type SealedAnalysis = { analysis: RecordedAnalysis; sealed: string }

/** Reads the stream: cached states do not contain the sealed content. */
export async function readAnalysis(
  { store }: Pick<Service, 'store'>,
  analysisId: string,
): Promise<SealedAnalysis | null> {
  const events = (await store.read(analyses.stream(analysisId))).map(analyses.parse)
  const analysis = fold(analyses.decider, events)
  const [first] = events
  return first?.type === 'SmsAnalysed' && isAnalysis(analysis) ? { analysis, sealed: first.data.sealed } : null
}

/** Throws NOT_FOUND also for another requester's analysis. */
export async function getAnalysis(
  service: Pick<Service, 'store'>,
  requester: Requester,
  analysisId: string,
): Promise<SealedAnalysis> {
  const found = ANALYSIS_ID.test(analysisId) ? await readAnalysis(service, analysisId) : null
  if (found === null) throw analysisNotFound()
  return { ...found, analysis: getOwnAnalysis(found.analysis, requester) }
}
