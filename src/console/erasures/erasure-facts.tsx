import type { Answer } from '../../client/types.ts'
import { Facts } from '../ui/facts.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { ERASURE_STATUSES, LEGAL_BASES } from './erasure-words.ts'

/** Whether and how far a person is erased. */
export function ErasureFacts({ of: { status, erasure } }: { of: Answer<'getSubject'> }) {
  return (
    <>
      <p>
        <StatusMark of="erasure" status={status} />: {ERASURE_STATUSES[status]}
      </p>
      {erasure !== null && (
        <Facts
          of={[
            ['Legal basis', LEGAL_BASES[erasure.legal_basis]],
            ['Requested', <Time at={erasure.requested_at} />],
            ['Requested by', erasure.requested_by],
            ['Kept until', erasure.retained_until && <Time at={erasure.retained_until} />],
            ['Keys deleted', erasure.keys_deleted_at && <Time at={erasure.keys_deleted_at} />],
            ['Done', erasure.shredded_at && <Time at={erasure.shredded_at} />],
            ['Records', erasure.streams.toLocaleString()],
          ]}
        />
      )}
    </>
  )
}
