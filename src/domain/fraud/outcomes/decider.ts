import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type OutcomeEvent, type OutcomeReportedData, outcomeStreams, type ReportedOutcome } from './events.ts'

type ReportedTransaction = Omit<OutcomeReportedData, 'outcome' | 'reported_at'>

export type OutcomeCommand = {
  type: 'report'
  transaction: ReportedTransaction
  /** In order; `reported_at` null = now. */
  reports: readonly { outcome: ReportedOutcome; reported_at: string | null }[]
  now: Date
}

export type OutcomeReport = {
  outcome: ReportedOutcome
  reported_at: string
  id: string
  recorded_at: string
}

export type OutcomeState = { user_id: string | null; reports: readonly OutcomeReport[] }

const outcomeDecider: Decider<OutcomeCommand, OutcomeState, OutcomeEvent> = {
  initial: { user_id: null, reports: [] },

  decide({ transaction, reports, now }, state) {
    const known: Pick<OutcomeReport, 'outcome' | 'reported_at'>[] = [...state.reports]
    const events: OutcomeEvent[] = []
    for (const { outcome, reported_at } of reports) {
      const newest = latestReport(known)
      // A repeat without a time is compared with the latest report only.
      const isRepeat =
        reported_at === null
          ? newest?.outcome === outcome
          : known.some(one => one.outcome === outcome && one.reported_at === reported_at)
      if (isRepeat) continue
      // Never before a report that a faster clock made.
      const at = reported_at ?? laterOf(now.toISOString(), newest?.reported_at)
      known.push({ outcome, reported_at: at })
      events.push({ type: 'OutcomeReported', data: { ...transaction, outcome, reported_at: at } })
    }
    return events
  },

  evolve: ({ reports }, { id, at, data: { user_id, outcome, reported_at } }) => ({
    user_id,
    reports: [...reports, { outcome, reported_at, id, recorded_at: at }],
  }),
}

export const outcomes = family(outcomeStreams, outcomeDecider)

/** The newest by `reported_at`; of equal times the last. */
export function latestReport<R extends Pick<OutcomeReport, 'reported_at'>>(reports: readonly R[]): R | undefined {
  return reports.reduce<R | undefined>(
    (newest, one) => (newest === undefined || one.reported_at >= newest.reported_at ? one : newest),
    undefined,
  )
}

function laterOf(one: string, other = one): string {
  return other > one ? other : one
}
