import { useState } from 'preact/hooks'
import { api, can, user } from '../api.ts'
import { pollGapMs } from '../live/poll-gap-ms.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { useReloadWhile } from '../ui/use-reload-while.ts'
import { InstallationSections } from './installation-sections.tsx'
import { StatisticsSections } from './statistics-sections.tsx'
import { WaitingList } from './waiting-list.tsx'

/** What a user opens first: what waits for them, and how what they run does. */
export function OverviewPage() {
  const [round, setRound] = useState(0)
  const runsInstallation = can('users:admin') && user.value?.is_platform === true
  const status = useLastAnswer(
    async signal => (runsInstallation ? api.getInstallationStatus({}, { signal }) : null),
    String(runsInstallation),
    round,
  )
  useReloadWhile(runsInstallation, status, 'overview', (_, failures) => pollGapMs(failures))
  return (
    <>
      <PageTitle title="Overview" reload={() => setRound(round + 1)} />
      <WaitingList status={status} round={round} />
      <StatisticsSections round={round} />
      <ReadingProblem of={status} what="status" />
      {status.answer !== null && <InstallationSections status={status.answer} />}
    </>
  )
}
