import { toMajor } from '#values/money.ts'
import type { Flag } from './decider.ts'
import { type FlaggedDiscrepancy, reconciliationStreams } from './events.ts'

/** As in reports, lists and audits: amounts in major units. */
export function discrepancyRecord(
  data: Pick<FlaggedDiscrepancy, 'kind' | 'about' | 'attempt' | 'key' | 'said' | 'recorded'> & {
    refund_id: string | null
  },
) {
  const { kind, refund_id, key, about, attempt, said, recorded } = data
  return { kind, refund_id, key, about, attempt, said: said && inMajor(said), recorded: recorded && inMajor(recorded) }
}

export function flagRecord(id: string, flag: Flag) {
  const { number, resolution, statement, flagged_at, flagged_by } = flag
  return {
    flag_id: reconciliationStreams.flagId(id, number),
    status: resolution === null ? ('open' as const) : ('resolved' as const),
    ...discrepancyRecord(flag),
    ...{ statement, flagged_at, flagged_by },
    resolution,
  }
}

function inMajor<T extends { amount_minor: number; currency: string }>({ amount_minor, ...rest }: T) {
  return { ...rest, amount: toMajor(amount_minor, rest.currency) }
}
