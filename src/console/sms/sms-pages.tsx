import { AnalysePage } from './analyse-page.tsx'
import { AnalysesPage } from './analyses-page.tsx'
import { AnalysisPage } from './analysis-page.tsx'

/** `rest`: of the address. */
export function SmsPages({ rest: [id] }: { rest: readonly string[] }) {
  if (id === undefined) return <AnalysesPage />
  return id === 'new' ? <AnalysePage /> : <AnalysisPage key={id} id={id} />
}
