import type { Answer } from '../../client/types.ts'
import { api, can } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { LevelMark } from '../fraud/alert-marks.tsx'
import { UserTransactions } from '../fraud/user-transactions.tsx'
import { formatRoute } from '../routing/route.ts'
import { PagedSection } from '../ui/paged-section.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { ErasureSection } from './erasure-section.tsx'
import { PushSections } from './push-sections.tsx'

const PAGE_SIZE = 20

/** What the service has of a user of the client. Each section loads by itself, and only with its scope. */
export function PersonSections({ id }: { id: string }) {
  return (
    <>
      {can('subjects:erase') && <ErasureSection id={id} />}
      {can('fraud:review') && <Alerts id={id} />}
      {can('transaction:read') && (
        <UserTransactions user_id={id} title="Transactions" empty="No transaction of this person is listed." />
      )}
      {can('refund:read') && <Refunds id={id} />}
      {can('sms:analyze') && <Messages id={id} />}
      {can('vpn:use:any') && <Tunnels id={id} />}
      {can('notify:read') && <PushSections id={id} />}
      {can('detection:read') && <Detections id={id} />}
    </>
  )
}

type AlertRow = Answer<'listFraudAlerts'>['data'][number]

const ALERTS: readonly Column<AlertRow>[] = [
  {
    title: 'Alert',
    cell: ({ alert_id }) => <a href={formatRoute({ path: ['fraud', 'alerts', alert_id] })}>{alert_id}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark of="alert" status={status} /> },
  { title: 'Outcome', cell: ({ outcome }) => outcome },
  { title: 'Level and score', cell: alert => <LevelMark level={alert.fraud_level} score={alert.fraud_score} /> },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Opened', cell: ({ opened_at }) => <Time at={opened_at} /> },
]

function Alerts({ id }: { id: string }) {
  return (
    <PagedSection<AlertRow>
      title="Fraud alerts"
      of={id}
      read={async (cursor, signal) => {
        const query = { user_id: id, status: 'all', ...pageAt(cursor) } as const
        return pageOf(await api.listFraudAlerts({ query }, { signal }))
      }}
      columns={ALERTS}
      idOf={({ alert_id }) => alert_id}
      empty="No alert was raised for this person."
    />
  )
}

type RefundRow = Answer<'listRefunds'>['data'][number]

const REFUNDS: readonly Column<RefundRow>[] = [
  {
    title: 'Refund',
    cell: ({ refund_id }) => <a href={formatRoute({ path: ['refunds', refund_id] })}>{refund_id}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
]

function Refunds({ id }: { id: string }) {
  return (
    <PagedSection<RefundRow>
      title="Refunds"
      of={id}
      read={async (cursor, signal) => {
        const query = { user_id: id, page_size: String(PAGE_SIZE), ...(cursor === undefined ? {} : { cursor }) }
        return pageOf(await api.listRefunds({ query }, { signal }))
      }}
      columns={REFUNDS}
      idOf={({ refund_id }) => refund_id}
      empty="No refund is listed for this person."
    />
  )
}

type MessageRow = Answer<'listSmsAnalyses'>['data'][number]

const MESSAGES: readonly Column<MessageRow>[] = [
  { title: 'Analysed', cell: ({ analyzed_at }) => <Time at={analyzed_at} /> },
  {
    title: 'Analysis',
    cell: ({ analysis_id }) => <a href={formatRoute({ path: ['sms', analysis_id] })}>{analysis_id}</a>,
  },
  { title: 'Risk', cell: ({ risk_level }) => <span class={`status level-${risk_level}`}>{risk_level}</span> },
  { title: 'Phishing', cell: ({ is_phishing }) => (is_phishing ? 'yes' : 'no') },
  { title: 'Sender', cell: ({ sender_type }) => sender_type },
  { title: 'Signs', cell: ({ indicators }) => indicators.join(', ') },
]

function Messages({ id }: { id: string }) {
  return (
    <PagedSection<MessageRow>
      title="Messages"
      of={id}
      read={async (cursor, signal) =>
        pageOf(await api.listSmsAnalyses({ query: { user_id: id, ...pageAt(cursor) } }, { signal }))
      }
      columns={MESSAGES}
      idOf={({ analysis_id }) => analysis_id}
      empty="No message of this person was analysed."
    />
  )
}

type TunnelRow = Answer<'listVpnHistory'>['data'][number]

const TUNNELS: readonly Column<TunnelRow>[] = [
  { title: 'Opened', cell: ({ issued_at }) => <Time at={issued_at} /> },
  {
    title: 'Tunnel',
    cell: ({ session_id }) => <a href={formatRoute({ path: ['vpn', 'sessions', session_id] })}>{session_id}</a>,
  },
  { title: 'Status', cell: ({ status, reason }) => [status, reason].filter(Boolean).join(', ') },
  { title: 'Server', isNumber: true, cell: ({ server_id }) => server_id },
  { title: 'Platform', cell: ({ platform }) => platform },
  { title: 'Ended', cell: ({ ended_at }) => ended_at !== null && <Time at={ended_at} /> },
]

function Tunnels({ id }: { id: string }) {
  return (
    <PagedSection<TunnelRow>
      title="Tunnels"
      of={id}
      read={async (cursor, signal) =>
        pageOf(await api.listVpnHistory({ query: { user_id: id, ...pageAt(cursor) } }, { signal }))
      }
      columns={TUNNELS}
      idOf={({ session_id }) => session_id}
      empty="This person opened no tunnel."
    />
  )
}

type DetectionRow = Answer<'listDetections'>['data'][number]

const DETECTIONS: readonly Column<DetectionRow>[] = [
  { title: 'Detected', cell: ({ detected_at }) => <Time at={detected_at} /> },
  {
    title: 'Detection',
    cell: ({ detection_id }) => <a href={formatRoute({ path: ['detections', detection_id] })}>{detection_id}</a>,
  },
  { title: 'Kind', cell: ({ kind }) => kind },
  {
    title: 'Severity',
    cell: ({ severity }) => severity !== null && <span class={`status level-${severity}`}>{severity}</span>,
  },
]

function Detections({ id }: { id: string }) {
  return (
    <PagedSection<DetectionRow>
      title="Detections"
      of={id}
      read={async (cursor, signal) =>
        pageOf(await api.listDetections({ query: { user_id: id, ...pageAt(cursor) } }, { signal }))
      }
      columns={DETECTIONS}
      idOf={({ detection_id }) => detection_id}
      empty="Nothing was detected for this person."
    />
  )
}

function pageAt(cursor: string | undefined): { limit: number; cursor?: string } {
  return { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

function pageOf<Row>({ data, pagination }: { data: readonly Row[]; pagination: { next_cursor: string | null } }) {
  return { data, next: pagination.next_cursor }
}
