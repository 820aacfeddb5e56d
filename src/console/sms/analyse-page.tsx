import { api, onAnswer, user } from '../api.ts'
import { draftOf, emptyDraft, type FormDraft, forgetKey, keyOf } from '../drafts.ts'
import { go } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'
import { quota, quotaOf } from './quota.ts'
import { QuotaNote } from './quota-note.tsx'

const FORM = 'analyse a message'

/** The longest text that the API takes, in UTF-16 units as the browser counts. */
const TEXT_LENGTH_MAX = 10_000

const PLATFORMS = [
  ['', 'An Android phone'],
  ['sdk', 'Any phone, by the SDK'],
] as const

onAnswer((url, headers) => {
  const found = url.endsWith('/sms/analyze') ? quotaOf(headers) : null
  const of = user.peek()?.id
  if (found !== null && of !== undefined) quota.value = { of, quota: found }
})

/** Sent again after a lost answer, the same message has the same ids: it is analysed and charged once. */
export function AnalysePage() {
  const draft = draftOf(FORM)
  /** Of a message whose answer came while its user had to sign in. */
  const analysed = useKept<string | null>('analysed', null)
  const command = useCommand(async isThere => {
    const given = draft.peek()
    const body = bodyOf(given)
    const id = `console_${keyOf(FORM, body)}`
    const { analysis_id } = await api.analyzeSms({ body: { ...body, message_id: id, device_id: id } })
    emptyDraft(FORM, given)
    if (isThere()) forgetKey(FORM, body)
    if (isThere()) go({ path: ['sms', analysis_id] })
    else analysed.value = analysis_id
  })
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['sms'] })}>All messages</a>
      </p>
      <h1>Analyse a message</h1>
      <p>Each new message counts against the quota of your client. The service opens no URL of it.</p>
      <QuotaNote />
      <form onSubmit={command.start}>
        <fieldset>
          <legend>The message</legend>
          <Field form={FORM} name="message_content" label="Text" isRequired lines={8} maxLength={TEXT_LENGTH_MAX} />
          <Field form={FORM} name="sender" label="Sender" hint="As the phone shows it." maxLength={320} />
          <Field form={FORM} name="platform" label="Where it was received" options={PLATFORMS} />
          <Field
            form={FORM}
            name="user_id"
            label="User who received it"
            hint="The message is deleted with this user. Empty: not known."
            maxLength={128}
          />
        </fieldset>
        <FormEnd
          state={command.state}
          title="Analyse the message"
          running="Analysing"
          unknown="Send the form again: the same message is analysed and counted once within 24 hours."
        >
          {analysed.value !== null && (
            <p role="status">
              The message is analysed: <a href={formatRoute({ path: ['sms', analysed.value] })}>the verdict</a>
            </p>
          )}
        </FormEnd>
      </form>
    </>
  )
}

/** The text as it is: places of the evidence count its characters. */
function bodyOf({ message_content = '', sender = '', platform = '', user_id = '' }: FormDraft) {
  return {
    message_content,
    platform: platform || 'android',
    ...(sender.trim() === '' ? {} : { sender: sender.trim() }),
    ...(user_id.trim() === '' ? {} : { user_id: user_id.trim() }),
  }
}
