import { formatMoney } from '../format/money.ts'
import { formatRoute } from '../routing/route.ts'
import type { Column } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { type FlagAnswer, KINDS } from './discrepancies.ts'

type Discrepancy = Pick<FlagAnswer, 'kind' | 'refund_id' | 'about' | 'said' | 'recorded' | 'key'>

/** What the API names the side of the statement. */
const IN_STATEMENT = 'said'

/** Where a statement and the records differ, as both sides have it. */
export const DISCREPANCY_COLUMNS: readonly Column<Discrepancy>[] = [
  {
    title: 'Difference',
    cell: ({ kind, about }) => (
      <>
        {KINDS[kind]}
        {about === 'reversal' && <span class="flag">reversal</span>}
      </>
    ),
  },
  {
    title: 'Refund',
    cell: ({ refund_id, key }) =>
      refund_id === null ? key : <a href={formatRoute({ path: ['refunds', refund_id] })}>{refund_id}</a>,
  },
  { title: 'Statement', cell: ({ [IN_STATEMENT]: there }) => (there === null ? 'nothing' : <Side {...there} />) },
  { title: 'Recorded', cell: ({ recorded }) => (recorded === null ? 'nothing' : <Side {...recorded} />) },
]

type SideProps = { outcome: string; amount: number; currency: string; at: string | null; reference: string | null }

function Side({ outcome, amount, currency, at, reference }: SideProps) {
  return (
    <>
      {outcome}, {formatMoney(amount, currency)}
      {at !== null && (
        <>
          , <Time at={at} />
        </>
      )}
      {reference !== null && <div class="hint">{reference}</div>}
    </>
  )
}
