import { api } from '../api.ts'
import { formatScore } from '../format/score.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { FilterForm, filterOptions } from '../ui/filter-form.tsx'
import { ListPage } from '../ui/list-page.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type AnalysisRowAnswer, analysisQueryOf, MESSAGE_CLASSES, RISK_LEVEL_NAMES, verdictOf } from './analysis.ts'

const PHISHING = [
  ['', 'any'],
  ['true', 'phishing'],
  ['false', 'not phishing'],
] as const
const SELECTS = [
  { name: 'is_phishing', label: 'Verdict', options: PHISHING },
  { name: 'risk_level', label: 'Risk', options: filterOptions('any', RISK_LEVEL_NAMES) },
  { name: 'verdict', label: 'Reported as', options: filterOptions('any', [...MESSAGE_CLASSES, 'none']) },
]
const TEXTS = [
  ['user_id', 'User'],
  ['device_id', 'Device'],
  ['message_id', 'Id of the message'],
] as const
const TIMES = [
  ['since', 'Analysed from'],
  ['until', 'Analysed before'],
] as const

const COLUMNS: readonly Column<AnalysisRowAnswer>[] = [
  {
    title: 'Analysis',
    cell: ({ analysis_id }) => <a href={formatRoute({ path: ['sms', analysis_id] })}>{analysis_id}</a>,
  },
  { title: 'Verdict', cell: verdictOf },
  {
    title: 'Risk',
    cell: ({ risk_level, risk_score }) => (
      <>
        <StatusMark of="level" status={risk_level} /> {formatScore(risk_score)}
      </>
    ),
  },
  { title: 'Threats', cell: ({ indicators }) => [...new Set(indicators)].join(', ') || 'none' },
  {
    title: 'URLs',
    cell: ({ urls_found, malicious_urls }) =>
      urls_found === 0 ? 'none' : `${malicious_urls} of ${urls_found} malicious`,
  },
  { title: 'Reported as', cell: ({ verdict }) => verdict ?? 'no report' },
  { title: 'User', cell: ({ user_id }) => user_id ?? 'unknown' },
  { title: 'Analysed', cell: ({ analyzed_at }) => <Time at={analyzed_at} /> },
]

export function AnalysesPage() {
  const { query } = route.value
  const loaded = useLastAnswer(
    signal => api.listSmsAnalyses({ query: analysisQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  return (
    <ListPage
      title="Messages"
      nouns={['analysis', 'analyses']}
      path={['sms']}
      query={query}
      of={loaded}
      changedBy={({ type }) => type === 'url.malicious_detected'}
      links={
        <a class="button primary" href={formatRoute({ path: ['sms', 'new'] })}>
          Analyse a message
        </a>
      }
      filters={
        <FilterForm
          label="Filter analyses"
          query={query}
          onChange={replaceQuery}
          selects={SELECTS}
          texts={TEXTS}
          times={TIMES}
        />
      }
      empty="No message was analysed yet. Analyse one here, or by POST /sms/analyze."
      columns={COLUMNS}
      idOf={({ analysis_id }) => analysis_id}
    />
  )
}
