import { ServiceError } from '../../client/errors.ts'
import { api } from '../api.ts'
import { draftOf, emptyDraft, type FormDraft, forgetKey, keyOf } from '../drafts.ts'
import { go } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'

const FORM = 'request a refund'

/** Sent again after a lost answer, the same content has the same key: it is requested once. */
export function RequestRefundPage() {
  const draft = draftOf(FORM)
  /** One whose answer came while its user had to sign in again. */
  const requested = useKept<string | null>('requested', null)
  const command = useCommand(async isThere => {
    const given = draft.peek()
    const body = bodyOf(given)
    const refund_id = await requestOnce(body, keyOf(FORM, body))
    if (isThere()) forgetKey(FORM, body)
    emptyDraft(FORM, given)
    requested.value = refund_id
    if (isThere()) go({ path: ['refunds', refund_id] })
  })
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['refunds'] })}>All refunds</a>
      </p>
      <h1>Request a refund</h1>
      {requested.value !== null && (
        <p role="status">
          It was requested: <a href={formatRoute({ path: ['refunds', requested.value] })}>{requested.value}</a>
        </p>
      )}
      <form onSubmit={command.start}>
        <fieldset>
          <legend>What is refunded</legend>
          <Field form={FORM} name="transaction_id" label="Transaction" isRequired maxLength={128} />
          <Field form={FORM} name="amount" label="Amount" inputMode="decimal" isRequired />
          <Field form={FORM} name="currency" label="Currency" hint="Three letters, as EUR." isRequired maxLength={3} />
          <Field form={FORM} name="reason" label="Reason code" hint="As confirmed_fraud." isRequired maxLength={64} />
          <Field form={FORM} name="description" label="In words" lines={2} maxLength={1_000} />
          <Field form={FORM} name="alert_id" label="Fraud alert" maxLength={128} />
          <Field form={FORM} name="case_id" label="Case" maxLength={128} />
        </fieldset>
        <fieldset>
          <legend>Who gets the money</legend>
          <Field form={FORM} name="user_id" label="User" isRequired maxLength={128} />
          <Field form={FORM} name="name" label="Name of the account holder" isRequired maxLength={140} />
          <Field form={FORM} name="account_number" label="Account number or IBAN" isRequired maxLength={64} />
          <Field form={FORM} name="bank_code" label="Bank code or BIC" isRequired maxLength={32} />
        </fieldset>
        <FormEnd
          state={command.state}
          title="Request the refund"
          running="Requesting"
          unknown="Send the form again: the same content is requested once."
        />
      </form>
    </>
  )
}

/** A refund that is still pending is not requested again: the answer names it. */
async function requestOnce(body: ReturnType<typeof bodyOf>, idempotencyKey: string): Promise<string> {
  try {
    return (await api.requestRefund({ body, idempotencyKey })).refund_id
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'IDEMPOTENCY_IN_PROGRESS') throw error
    const { refund_id } = error.details
    if (typeof refund_id !== 'string') throw error
    return refund_id
  }
}

function bodyOf(draft: FormDraft) {
  const text = (name: string) => (draft[name] ?? '').trim()
  const optional = <Name extends string>(name: Name) =>
    (text(name) === '' ? {} : { [name]: text(name) }) as { [key in Name]?: string }
  return {
    transaction_id: text('transaction_id'),
    ...optional('alert_id'),
    refund: {
      amount: Number(text('amount')),
      currency: text('currency').toUpperCase(),
      reason: text('reason'),
      ...optional('description'),
    },
    beneficiary: {
      user_id: text('user_id'),
      name: text('name'),
      account_number: text('account_number'),
      bank_code: text('bank_code'),
    },
    ...(text('case_id') === '' ? {} : { metadata: optional('case_id') }),
  }
}
