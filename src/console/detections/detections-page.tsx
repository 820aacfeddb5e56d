import { ServiceError } from '../../client/errors.ts'
import { api, can } from '../api.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { FilterForm } from '../ui/filter-form.tsx'
import { ListPage } from '../ui/list-page.tsx'
import type { Column } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type DetectionRowAnswer, detectionQueryOf, KIND_TITLES } from './detection.ts'
import { Severity } from './severity.tsx'

const SELECTS = [{ name: 'kind', label: 'Kind', options: [['', 'any'], ...Object.entries(KIND_TITLES)] as const }]
const TEXTS = [['user_id', 'User']] as const
const TIMES = [
  ['since', 'Detected from'],
  ['until', 'Detected before'],
] as const

const COLUMNS: readonly Column<DetectionRowAnswer>[] = [
  {
    title: 'Detection',
    cell: ({ detection_id }) => <a href={formatRoute({ path: ['detections', detection_id] })}>{detection_id}</a>,
  },
  { title: 'Kind', cell: ({ kind }) => KIND_TITLES[kind] },
  { title: 'Severity', cell: ({ severity }) => <Severity of={severity} /> },
  { title: 'User', cell: ({ user_id }) => user_id ?? 'unknown' },
  { title: 'Detected', cell: ({ detected_at }) => <Time at={detected_at} /> },
  { title: 'Recorded', cell: ({ recorded_at }) => <Time at={recorded_at} /> },
]

export function DetectionsPage() {
  const { query } = route.value
  const loaded = useLastAnswer(
    signal => api.listDetections({ query: detectionQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  const { error } = loaded
  if (error instanceof ServiceError && error.status === 404) return <NoDetections />
  return (
    <ListPage
      title="Detections"
      nouns={['detection', 'detections']}
      path={['detections']}
      query={query}
      of={loaded}
      changedBy={({ type }) => type in KIND_TITLES}
      links={
        can('detection:write') && (
          <a class="button primary" href={formatRoute({ path: ['detections', 'new'] })}>
            Report a detection
          </a>
        )
      }
      filters={
        <FilterForm
          label="Filter detections"
          query={query}
          onChange={replaceQuery}
          selects={SELECTS}
          texts={TEXTS}
          times={TIMES}
        />
      }
      empty="Nothing was detected yet. Report something here, by POST /detections/…, or over the bus."
      columns={COLUMNS}
      idOf={({ detection_id }) => detection_id}
    />
  )
}

function NoDetections() {
  return (
    <>
      <h1>Detections</h1>
      <p>This service runs without the module that records detections.</p>
    </>
  )
}
