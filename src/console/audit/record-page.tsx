import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { type HistoryQuery, RecordHistory } from '../ui/record-history.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import type { RecordHistoryAnswer } from '../ui/record-timeline.tsx'
import { AuditSubPages } from './audit-sub-pages.tsx'
import { type AuditFamily, FAMILIES } from './families.ts'
import { RecordProof } from './record-proof.tsx'

type Props = { family: AuditFamily; id: string }

export function AuditRecordPage({ family, id }: Props) {
  const { event } = route.value.query
  const [read, setRead] = useState<{ history: RecordHistoryAnswer; query: HistoryQuery } | null>(null)
  return (
    <>
      <AuditSubPages />
      <h1>Record</h1>
      <Facts
        of={[
          ['Kind', FAMILIES[family]],
          ['Record', <Copyable text={id} name="the id of the record" />],
          [
            'Events of it',
            <a href={formatRoute({ path: ['audit'], query: { object: id } })}>Search them and who read it</a>,
          ],
        ]}
      />
      <RecordHistory
        id={id}
        read={async query => {
          const answer = await api.getAuditRecord({ path: { family, id }, query })
          setRead({ history: answer, query })
          return answer
        }}
        from={event === undefined ? undefined : Number(event)}
      />
      {read !== null && (
        <RecordSource record={read.history} path={`/audit/${family}/${encodeURIComponent(id)}`} query={read.query} />
      )}
      <RecordProof family={family} id={id} history={read?.history ?? null} />
    </>
  )
}
