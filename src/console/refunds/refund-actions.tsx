import { api, can, user } from '../api.ts'
import type { FormDraft } from '../drafts.ts'
import { settings } from '../settings.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { objectionTo, type RefundAction, type RefundAnswer, VOID_REASONS } from './statuses.ts'

const TITLES: Record<RefundAction, string> = {
  cancel: 'Cancel the refund',
  retry: 'Retry the refund',
  void: 'Void the refund',
}

const DONE: Record<RefundAction, string> = {
  cancel: 'The refund is cancelled.',
  retry: 'The refund is tried again.',
  void: 'The refund is voided.',
}

type Props = {
  refund: RefundAnswer
  /** Also after a failure: another user may have been faster, or the answer was lost. */
  onSent(): void
}

export function RefundActions({ refund, onSent }: Props) {
  const viewer = { id: user.value?.id ?? '', can, hasFourEyes: settings.value?.void_four_eyes ?? false }
  return (
    <RecordActions<RefundAction>
      titles={TITLES}
      done={DONE}
      objectionTo={action => objectionTo(action, refund, viewer)}
      form={(action, props) => {
        const form = `${action} ${refund.refund_id}`
        return (
          <ActionForm
            key={action}
            form={form}
            title={TITLES[action]}
            send={given => SEND[action](refund.refund_id, given)}
            unknown="Reload the page and look at its status before you try again."
            onSent={onSent}
            {...props}
          >
            {FIELDS[action](form)}
          </ActionForm>
        )
      }}
    />
  )
}

const FIELDS: Record<RefundAction, (form: string) => preact.ComponentChildren> = {
  cancel: form => <Field form={form} name="reason" label="Why" lines={2} maxLength={1_000} />,
  retry: form => (
    <>
      <Field form={form} name="reason" label="Why" lines={2} maxLength={1_000} />
      <Field form={form} name="account_number" label="Another account number" hint="Empty: the same account." />
      <Field
        form={form}
        name="bank_code"
        label="Its bank code"
        hint="Empty: the same bank. With another one, type the account number too."
      />
    </>
  ),
  void: form => (
    <>
      <Field form={form} name="reason" label="Reason" isRequired options={[['', 'Choose a reason'], ...VOID_REASONS]} />
      <Field form={form} name="details" label="In words" lines={2} maxLength={1_000} />
    </>
  ),
}

type VoidReason = (typeof VOID_REASONS)[number][0]

const SEND: Record<RefundAction, (refund_id: string, given: FormDraft) => Promise<unknown>> = {
  cancel: (refund_id, { reason }) => api.cancelRefund({ path: { refund_id }, body: given({ reason }) }),
  retry: async (refund_id, { reason, account_number = '', bank_code = '' }) => {
    const account = account_number.trim()
    if (account === '' && bank_code.trim() !== '')
      throw new Error('Nothing was sent: with another bank code, type the account number too.')
    return api.retryRefund({
      path: { refund_id },
      body: {
        ...given({ retry_reason: reason }),
        ...(account === '' ? {} : { update_beneficiary: { account_number: account, ...given({ bank_code }) } }),
      },
    })
  },
  void: (refund_id, { reason, details }) =>
    api.voidRefund({ path: { refund_id }, body: { reason: reason as VoidReason, ...given({ details }) } }),
}

/** Without what was left empty. */
function given<Name extends string>(texts: Record<Name, string | undefined>): { [name in Name]?: string } {
  const filled = Object.entries<string | undefined>(texts).filter(
    ([, text]) => text !== undefined && text.trim() !== '',
  )
  return Object.fromEntries(filled) as { [name in Name]?: string }
}
