import { formatScore } from '../format/score.ts'
import { UserName } from '../ui/user-name.tsx'
import type { FraudAlertAnswer } from './alert-statuses.ts'

/** The level in words, so that colour is not all that there is. */
export function LevelMark({ level, score }: { level: FraudAlertAnswer['fraud_level']; score: number }) {
  return (
    <>
      <span class={`status level-${level}`}>{level}</span> {formatScore(score)}
    </>
  )
}

export function Assignee({ of }: { of: string | null }) {
  return of === null ? <span>unassigned</span> : <UserName id={of} />
}
