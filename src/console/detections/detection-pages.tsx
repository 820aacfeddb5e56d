import { can } from '../api.ts'
import { DetectionPage } from './detection-page.tsx'
import { DetectionsPage } from './detections-page.tsx'
import { ReportPage } from './report-page.tsx'

/** `rest`: of the address. Null where there is no such page. */
export function DetectionPages({ rest: [id] }: { rest: readonly string[] }) {
  if (id === undefined) return <DetectionsPage />
  if (id !== 'new') return <DetectionPage key={id} id={id} />
  return can('detection:write') ? <ReportPage /> : null
}
