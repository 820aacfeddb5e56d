import { ServiceError } from '../../../client/errors.ts'
import type { Input } from '../../../client/types.ts'
import { api } from '../../api.ts'
import { draftOf, type FormDraft } from '../../drafts.ts'
import { utcOf } from '../../format/local-time.ts'
import { go } from '../../routing/location.ts'
import { formatRoute } from '../../routing/route.ts'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useCommand } from '../../ui/use-command.ts'
import { ENTRY_KINDS } from './list-filters.ts'

type NewEntry = Input<'addFraudListEntry'>['body']

const FORM = 'add an entry to a list'
const LISTS_PATH = ['fraud', 'lists']
const LIST_CHOICES = [
  ['', 'Choose a list'],
  ['block', 'Block: the score is 1'],
  ['allow', 'Allow: no alert, unless it is blocked too'],
] as const

export function AddEntryPage() {
  const draft = draftOf(FORM)
  const command = useCommand(async isThere => {
    await api.addFraudListEntry({ body: entryOf(draft.peek()) })
    draft.value = {}
    if (isThere()) go({ path: LISTS_PATH })
  })
  const { state } = command
  return (
    <>
      <p>
        <a href={formatRoute({ path: LISTS_PATH })}>All entries</a>
      </p>
      <h1>Add an entry</h1>
      <form onSubmit={command.start}>
        <fieldset>
          <legend>What later scores do with a value</legend>
          <Field form={FORM} name="list" label="List" isRequired options={LIST_CHOICES} />
          <Field
            form={FORM}
            name="kind"
            label="Kind"
            isRequired
            options={[['', 'Choose a kind'], ...ENTRY_KINDS.map(kind => [kind, kind] as const)]}
          />
          <Field
            form={FORM}
            name="value"
            label="Value"
            hint="Your id of the user, account or merchant, the fingerprint of the device, or a range as 203.0.113.0/24."
            isRequired
            maxLength={256}
          />
          <Field form={FORM} name="reason" label="Why" isRequired lines={2} maxLength={500} />
          <Field form={FORM} name="expires" label="Expires (your time)" hint="Empty: never." isTime />
        </fieldset>
        <FormEnd
          state={state}
          title="Add the entry"
          running="Adding"
          unknown="Send the form again: a value is on a list once, and you get a link to it if it is there."
        />
        {state.is === 'failed' && <PresentEntry error={state.error} entry={entryOf(draft.value)} />}
      </form>
    </>
  )
}

/** The service names the entry that has the value already. */
function PresentEntry({ error, entry: { list, kind, value } }: { error: unknown; entry: NewEntry }) {
  if (!(error instanceof ServiceError) || typeof error.details.entry_id !== 'string') return null
  // The service keeps a range in another form than it was typed.
  const query = kind === 'ip_range' ? { list, kind } : { list, kind, value }
  return (
    <p>
      <a href={formatRoute({ path: LISTS_PATH, query })}>Look at the entry that is there</a>. Remove it first to give it
      another reason or time.
    </p>
  )
}

function entryOf({ list, kind, value = '', reason = '', expires = '' }: FormDraft): NewEntry {
  return {
    list: list as NewEntry['list'],
    kind: kind as NewEntry['kind'],
    value: value.trim(),
    reason: reason.trim(),
    ...(expires === '' ? {} : { expires_at: utcOf(expires) }),
  }
}
