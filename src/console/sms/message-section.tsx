import { Facts } from '../ui/facts.tsx'
import { RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { AnalysisAnswer } from './analysis.ts'
import { evidenceOf, markedParts, type NumberedQuote, numberOf } from './evidence.ts'
import { MarkedText } from './marked-text.tsx'

/** The message with the quotes on which its verdict rests. */
export function MessageSection({ analysis }: { analysis: AnalysisAnswer }) {
  const { message, threat_indicators, url_analysis, recommendations, language } = analysis
  const all = evidenceOf(analysis)
  const lang = language === 'es' ? 'es' : 'en'
  return (
    <section aria-labelledby="message-title">
      <h2 id="message-title">Message</h2>
      {message === null ? (
        <p>The message is deleted: its retention time is over, or its user was erased. The verdict stays.</p>
      ) : (
        <Message message={message} all={all} />
      )}
      {threat_indicators.length > 0 ? (
        <RecordTable
          label="Threats"
          rows={threat_indicators.map((one, index) => ({ ...one, index }))}
          idOf={({ index }) => String(index)}
          columns={[
            { title: 'Mark', isNumber: true, cell: ({ evidence }) => evidence && numberOf(all, evidence) },
            { title: 'Threat', cell: ({ type }) => type },
            { title: 'Severity', cell: ({ severity }) => <StatusMark of="level" status={severity} /> },
            { title: 'Explanation', cell: ({ description }) => <span lang={lang}>{description}</span> },
          ]}
        />
      ) : (
        <p>No threat was found.</p>
      )}
      <Urls of={url_analysis} all={all} />
      {recommendations.length > 0 && (
        <>
          <h3>Advice for the recipient</h3>
          <ul lang={lang}>
            {recommendations.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Message({ message, all }: { message: NonNullable<AnalysisAnswer['message']>; all: readonly NumberedQuote[] }) {
  const { sender, message_content, extracted_urls } = message
  return (
    <>
      <Facts of={[['Sender', sender && <MarkedText parts={markedParts(sender, all, 'sender')} />]]} />
      <blockquote>
        <MarkedText parts={markedParts(message_content, all, 'text')} />
      </blockquote>
      {extracted_urls.length > 0 && (
        <>
          <h3>URLs that were sent with it</h3>
          <ul>
            {extracted_urls.map((url, index) => (
              <li key={index}>
                <MarkedText parts={markedParts(url, all, 'extracted_urls', index)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Urls({
  of: { urls, urls_found },
  all,
}: {
  of: AnalysisAnswer['url_analysis']
  all: readonly NumberedQuote[]
}) {
  if (urls === null || urls.length === 0) return null
  return (
    <>
      <h3>URLs</h3>
      <p>The service opens none of them. Do not open them either.</p>
      <RecordTable
        label="URLs"
        rows={urls.map((one, index) => ({ ...one, index }))}
        idOf={({ index }) => String(index)}
        columns={[
          { title: 'Mark', isNumber: true, cell: ({ evidence }) => numberOf(all, evidence) },
          { title: 'URL', cell: ({ url }) => <bdi class="message">{url}</bdi> },
          { title: 'Verdict', cell: ({ verdict }) => <StatusMark of="url" status={verdict} /> },
          { title: 'Domain', cell: ({ domain }) => domain && <bdi>{domain}</bdi> },
          { title: 'Why', cell: ({ reasons }) => reasons.join(', ') },
        ]}
      />
      {urls_found > urls.length && <p>{urls_found} URLs were found; the first are shown.</p>}
    </>
  )
}
