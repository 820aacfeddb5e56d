import { api, can } from '../api.ts'
import { formatScore } from '../format/score.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ObjectEvents } from '../ui/object-events.tsx'
import { RecordHistory } from '../ui/record-history.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type AnalysisAnswer, verdictOf } from './analysis.ts'
import { AnalysisActions } from './analysis-actions.tsx'
import { MessageSection } from './message-section.tsx'
import { QuotaNote } from './quota-note.tsx'

export function AnalysisPage({ id }: { id: string }) {
  const loaded = useLastAnswer(signal => api.getSmsAnalysis({ path: { analysis_id: id } }, { signal }), id)
  return (
    <RecordPage title="Message" parent={{ path: ['sms'], title: 'All messages' }} of={loaded}>
      {analysis => (
        <>
          <QuotaNote />
          <AnalysisFacts analysis={analysis} />
          <AnalysisActions analysis={analysis} onSent={loaded.reload} />
          <MessageSection analysis={analysis} />
          {isPublished(analysis) && can('events:read') && <ObjectEvents id={id} of="" />}
          {can('audit:read') && (
            <RecordHistory
              id={id}
              read={query => api.getAuditRecord({ path: { family: 'sms-analyses', id }, query })}
            />
          )}
          <RecordSource record={analysis} path={`/sms/analyses/${id}`} />
        </>
      )}
    </RecordPage>
  )
}

/** Only phishing with a malicious URL has an event. */
function isPublished({ is_phishing, url_analysis }: AnalysisAnswer): boolean {
  return is_phishing && url_analysis.malicious_urls > 0
}

function AnalysisFacts({ analysis }: { analysis: AnalysisAnswer }) {
  const { risk_level, risk_score, sender_analysis, feedback } = analysis
  return (
    <Facts
      of={[
        ['Verdict', <strong>{verdictOf(analysis)}</strong>],
        [
          'Risk',
          <>
            <StatusMark of="level" status={risk_level} /> {formatScore(risk_score)}
          </>,
        ],
        ['Confidence', formatScore(analysis.confidence_score)],
        ['Analysis', <Copyable text={analysis.analysis_id} name="the id of the analysis" />],
        ['Reported as', feedback?.verdict],
        ['Reported', feedback && <Time at={feedback.given_at} />],
        ['Reported by', feedback?.given_by],
        ['Kind of sender', sender_analysis.sender_type],
        ['Known contact', sender_analysis.is_known_contact ? 'yes' : 'no, or not known'],
        ['Language', analysis.language],
        ['Rules that raised the score', analysis.rules.join(', ') || 'none'],
        ['Model', `${analysis.model_version}, rules ${analysis.rules_version}`],
        ['User', analysis.user_id],
        ['Device', analysis.device_id],
        ['Id of the message', analysis.message_id],
        ['Sent from', analysis.platform],
        ['Received', analysis.received_date && <Time at={analysis.received_date} />],
        ['Analysed', <Time at={analysis.analyzed_at} />],
      ]}
    />
  )
}
