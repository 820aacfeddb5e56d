import type { ComponentChildren } from 'preact'
import { api } from '../api.ts'
import type { FormDraft } from '../drafts.ts'
import { Field } from '../ui/field.tsx'
import type { FraudAlertAction, FraudAlertAnswer } from './alert-statuses.ts'
import { AssigneeField } from './assignee-field.tsx'

export const TITLES: Record<FraudAlertAction, string> = {
  assign: 'Assign the alert',
  unassign: 'Remove the assignee',
  escalate: 'Escalate the alert',
  resolve: 'Resolve the alert',
  reopen: 'Reopen the alert',
  report: 'Report an outcome',
}

const NOTE_LENGTH_MAX = 1_000

const OUTCOMES = [
  ['', 'Choose an outcome'],
  ['confirmed_fraud', 'Confirmed fraud'],
  ['legitimate', 'Legitimate'],
] as const
const REPORTED_OUTCOMES = [...OUTCOMES, ['chargeback', 'Chargeback']] as const

export const FIELDS: Record<FraudAlertAction, (form: string) => ComponentChildren> = {
  assign: form => <AssigneeField form={form} />,
  unassign: () => null,
  escalate: form => <Field form={form} name="note" label="Why" lines={2} maxLength={NOTE_LENGTH_MAX} />,
  resolve: form => (
    <>
      <Field form={form} name="outcome" label="Outcome" isRequired options={OUTCOMES} />
      <Field form={form} name="note" label="Findings" isRequired lines={2} maxLength={NOTE_LENGTH_MAX} />
    </>
  ),
  reopen: form => <Field form={form} name="note" label="Why" isRequired lines={2} maxLength={NOTE_LENGTH_MAX} />,
  report: form => (
    <Field
      form={form}
      name="outcome"
      label="Outcome of the transaction"
      hint="Later scores use it, and it resolves an alert that no user resolved."
      isRequired
      options={REPORTED_OUTCOMES}
    />
  ),
}

type Outcome = Exclude<(typeof OUTCOMES)[number][0], ''>
type ReportedOutcome = Exclude<(typeof REPORTED_OUTCOMES)[number][0], ''>

/** What an action has to know of an alert, as a page showed it. */
export type SentTo = Pick<FraudAlertAnswer, 'alert_id' | 'transaction_id' | 'assigned_to'>

/** An assignment names the assignee that the page showed: another user's is not replaced unseen. */
export const SEND: Record<FraudAlertAction, (alert: SentTo, given: FormDraft) => Promise<unknown>> = {
  assign: ({ alert_id, assigned_to: expected_assigned_to }, { assigned_to }) =>
    api.assignFraudAlert({
      path: { alert_id },
      body: { expected_assigned_to, ...(assigned_to?.trim() ? { assigned_to: assigned_to.trim() } : {}) },
    }),
  unassign: ({ alert_id, assigned_to: expected_assigned_to }) =>
    api.assignFraudAlert({ path: { alert_id }, body: { assigned_to: null, expected_assigned_to } }),
  escalate: ({ alert_id }, { note }) =>
    api.escalateFraudAlert({ path: { alert_id }, body: note?.trim() ? { note: note.trim() } : {} }),
  resolve: ({ alert_id }, { outcome, note = '' }) =>
    api.resolveFraudAlert({ path: { alert_id }, body: { outcome: outcome as Outcome, note: note.trim() } }),
  reopen: ({ alert_id }, { note = '' }) => api.reopenFraudAlert({ path: { alert_id }, body: { note: note.trim() } }),
  report: ({ transaction_id }, { outcome }) =>
    api.reportFraudOutcomes({ body: { transaction_id, outcome: outcome as ReportedOutcome } }),
}
