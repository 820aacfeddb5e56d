import { api, can } from '../api.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ObjectEvents } from '../ui/object-events.tsx'
import { RecordHistory } from '../ui/record-history.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type DetectionAnswer, KIND_TITLES } from './detection.ts'
import { Severity } from './severity.tsx'

export function DetectionPage({ id }: { id: string }) {
  const loaded = useLastAnswer(signal => api.getDetection({ path: { detection_id: id } }, { signal }), id)
  return (
    <RecordPage title="Detection" parent={{ path: ['detections'], title: 'All detections' }} of={loaded}>
      {detection => (
        <>
          <Facts
            of={[
              ['Kind', KIND_TITLES[detection.kind]],
              ['Severity', <Severity of={detection.severity} />],
              ['Detection', <Copyable text={detection.detection_id} name="the id of the detection" />],
              ['Id that was reported', detection.id],
              ['User', detection.user_id ?? 'unknown'],
              ['Detected', <Time at={detection.detected_at} />],
              ['Recorded', <Time at={detection.recorded_at} />],
            ]}
          />
          <Content of={detection.content} />
          {can('events:read') && <ObjectEvents id={id} of="" />}
          {can('audit:read') && (
            <RecordHistory id={id} read={query => api.getAuditRecord({ path: { family: 'detections', id }, query })} />
          )}
          <RecordSource record={detection} path={`/detections/${id}`} />
        </>
      )}
    </RecordPage>
  )
}

/** As text: nothing that was reported is a link. */
function Content({ of }: { of: DetectionAnswer['content'] }) {
  return (
    <section aria-labelledby="content-title">
      <h2 id="content-title">What was reported</h2>
      {of === null ? (
        <p>The content is deleted: its retention time is over, or its user was erased.</p>
      ) : (
        <Facts
          of={CONTENT_FIELDS.map(([name, title]) => [title, shown(of[name])] as const).map(([title, text]) => [
            title,
            text && <bdi class="message">{text}</bdi>,
          ])}
        />
      )}
    </section>
  )
}

type Content = NonNullable<DetectionAnswer['content']>

const CONTENT_FIELDS: readonly (readonly [name: keyof Content, title: string])[] = [
  ['source', 'Found in'],
  ['url', 'URL'],
  ['domain', 'Domain'],
  ['sender', 'Sender'],
  ['subject', 'Subject'],
  ['caller', 'Caller'],
  ['email', 'E-mail address'],
  ['exposed', 'Kinds of data'],
]

function shown(value: Content[keyof Content]): string {
  return value === undefined || value === null ? '' : [value].flat().join(', ')
}
