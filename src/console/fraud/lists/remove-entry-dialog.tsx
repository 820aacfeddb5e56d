import { ServiceError } from '../../../client/errors.ts'
import { api } from '../../api.ts'
import { draftOf } from '../../drafts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { ListEntryAnswer } from './list-filters.ts'

type Props = {
  entry: ListEntryAnswer
  /** Also after a failure: another user may have been faster, or the answer was lost. */
  onSent(): void
  onClose(isRemoved: boolean): void
}

const REASON_LENGTH_MAX = 500

export function RemoveEntryDialog({ entry: { entry_id, list, kind, value }, onSent, onClose }: Props) {
  const form = `remove ${entry_id}`
  const draft = draftOf(form)
  const remove = async () => {
    const reason = draft.peek().reason?.trim() ?? ''
    try {
      await api.removeFraudListEntry({ path: { entry_id }, ...(reason === '' ? {} : { body: { reason } }) })
    } catch (error) {
      // Another user was faster, or it expired: it is not on the list, which was the wish.
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error
    } finally {
      onSent()
    }
  }
  return (
    <ConfirmDialog
      title={`Remove it from the ${list} list?`}
      action="Remove the entry"
      run={remove}
      unknown="Close this and look at the list. Removing it again does no harm."
      onClose={isDone => {
        draft.value = {}
        onClose(isDone)
      }}
    >
      <p>
        {kind} <bdi>{value}</bdi>. Later scores do without the entry, within a second; earlier ones keep it in their
        record.
      </p>
      <Field form={form} name="reason" label="Why" lines={2} isRequired maxLength={REASON_LENGTH_MAX} />
    </ConfirmDialog>
  )
}
