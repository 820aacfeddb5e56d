import { auditDeclaration } from '#declarations/history-view.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { toFullRecord } from '#domain/sms/analyses/record.ts'
import { isAnalysis } from '#domain/sms/analyses/state.ts'
import { analysisHistoryView } from '#projections/sms/history-view.ts'

/** Without the message and the texts for recipients. */
export const analysisAudit = auditDeclaration(analysisHistoryView, {
  family: analyses,
  state(analysis_id, state) {
    if (!isAnalysis(state)) return null
    const {
      message: _,
      recommendations: __,
      threat_indicators: ___,
      ...record
    } = toFullRecord(analysis_id, state, null)
    return { client_id: state.client_id, ...record, indicators: state.indicators }
  },
})
