import type { ComponentChildren } from 'preact'
import { AccountPage } from './account/account-page.tsx'
import { can } from './api.ts'
import { auditPageOf } from './audit/audit-pages.tsx'
import { DetectionPages } from './detections/detection-pages.tsx'
import { ErasuresPage } from './erasures/erasures-page.tsx'
import { showFraudPage } from './fraud/fraud-pages.tsx'
import { OperationPages } from './operations/operation-pages.tsx'
import { OverviewPage } from './overview/overview-page.tsx'
import { PersonPage } from './person/person-page.tsx'
import { PushPages } from './push/push-pages.tsx'
import { FlagsPage } from './reconciliation/flags-page.tsx'
import { StatementPage } from './reconciliation/statement-page.tsx'
import { RefundPage } from './refunds/refund-page.tsx'
import { RefundsPage } from './refunds/refunds-page.tsx'
import { RequestRefundPage } from './refunds/request-refund-page.tsx'
import { SmsPages } from './sms/sms-pages.tsx'
import { showTeamPage } from './team/team-pages.tsx'
import { VpnPages } from './vpn/vpn-pages.tsx'
import { WebhookPages } from './webhooks/webhook-pages.tsx'

/** A place of the menu. `scope`: who does not have it does not see the place; null: every user sees it. */
export type Place = {
  path: string
  title: string
  scope: string | null
  show(rest: readonly string[]): ComponentChildren
}

const PLACES: readonly Place[] = [
  { path: 'overview', title: 'Overview', scope: null, show: () => <OverviewPage /> },
  {
    path: 'refunds',
    title: 'Refunds',
    scope: 'refund:read',
    show: ([id]) =>
      id === undefined ? (
        <RefundsPage />
      ) : id === 'new' && can('refund:write') ? (
        <RequestRefundPage />
      ) : (
        <RefundPage key={id} id={id} />
      ),
  },
  { path: 'webhooks', title: 'Webhooks', scope: 'webhooks:manage', show: rest => <WebhookPages rest={rest} /> },
  { path: 'fraud', title: 'Fraud', scope: 'fraud:review', show: showFraudPage },
  { path: 'people', title: 'People', scope: null, show: ([id]) => <PersonPage id={id} /> },
  { path: 'sms', title: 'SMS', scope: 'sms:analyze', show: rest => SmsPages({ rest }) },
  { path: 'vpn', title: 'VPN', scope: 'vpn:use', show: rest => VpnPages({ rest }) },
  { path: 'push', title: 'Push', scope: 'notify:read', show: rest => PushPages({ rest }) },
  { path: 'detections', title: 'Detections', scope: 'detection:read', show: rest => DetectionPages({ rest }) },
  { path: 'audit', title: 'Audit', scope: 'audit:read', show: auditPageOf },
  {
    path: 'reconciliation',
    title: 'Reconciliation',
    scope: 'refund:read',
    show: ([page]) =>
      page === undefined ? <FlagsPage /> : page === 'statement' && can('refund:reconcile') ? <StatementPage /> : null,
  },
  {
    path: 'erasures',
    title: 'Erasures',
    scope: 'subjects:erase',
    show: ([id]) => (id === undefined ? <ErasuresPage /> : null),
  },
  { path: 'team', title: 'Team', scope: 'users:admin', show: showTeamPage },
  { path: 'account', title: 'Account', scope: null, show: () => <AccountPage /> },
  { path: 'api', title: 'API', scope: null, show: ([name]) => <OperationPages name={name} /> },
]

/** The places that the user's scopes open. */
export function openPlaces(): readonly Place[] {
  return PLACES.filter(({ scope }) => scope === null || can(scope))
}
