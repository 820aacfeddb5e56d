import type { Answer, Input } from '../../client/types.ts'
import { api } from '../api.ts'
import { draftOf, emptyDraft, type FormDraft, forgetKey, keyOf } from '../drafts.ts'
import { formatRoute, isPrivateText } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'
import { PUSH_CATEGORIES, PUSH_PRIORITIES } from './push.ts'
import { PushSubPages } from './push-sub-pages.tsx'

const FORM = 'send a notification'

const CATEGORIES = [['', 'Choose a category'], ...PUSH_CATEGORIES.map(name => [name, name] as const)] as const
const PRIORITIES = [['', 'That of the category'], ...PUSH_PRIORITIES.map(name => [name, name] as const)] as const
const DEVICES = [
  ['', 'The one that was seen last'],
  ['all', 'All devices of the user'],
] as const

type Body = Input<'sendNotification'>['body']
type Sent = { userId: string; answer: Answer<'sendNotification'> }

/** Sent again after a lost answer, the same content has the same key: it is queued once. */
export function SendPage() {
  const draft = draftOf(FORM)
  const sent = useKept<Sent | null>('sent', null)
  const command = useCommand(async isThere => {
    sent.value = null
    const given = draft.peek()
    const body = bodyOf(given)
    const answer = await api.sendNotification({ body, idempotencyKey: keyOf(FORM, body) })
    emptyDraft(FORM, given)
    if (isThere()) forgetKey(FORM, body)
    sent.value = { userId: body.user_id, answer }
  })
  return (
    <>
      <PushSubPages />
      <div class="title">
        <h1>Send a notification</h1>
      </div>
      <form onSubmit={command.start}>
        <fieldset>
          <legend>To whom</legend>
          <Field form={FORM} name="user_id" label="User" isRequired maxLength={128} />
          <Field form={FORM} name="devices" label="Devices" options={DEVICES} />
        </fieldset>
        <fieldset>
          <legend>The notification</legend>
          <Field form={FORM} name="category" label="Category" isRequired options={CATEGORIES} />
          <Field form={FORM} name="title" label="Title" isRequired maxLength={200} />
          <Field form={FORM} name="body" label="Text" isRequired lines={4} maxLength={2_000} />
          <Field form={FORM} name="priority" label="Priority" options={PRIORITIES} />
        </fieldset>
        <FormEnd
          state={command.state}
          title="Send the notification"
          running="Sending"
          unknown="Send the form again: the same content is queued once."
        >
          <p role="status">{sent.value !== null && <Queued {...sent.value} />}</p>
        </FormEnd>
      </form>
    </>
  )
}

/** Sent is not what the answer means: the history has the outcome. */
function Queued({ userId, answer: { devices_targeted } }: Sent) {
  return (
    <>
      The notification is queued for {devices_targeted} {devices_targeted === 1 ? 'device' : 'devices'}.{' '}
      {!isPrivateText(userId) ? (
        <a href={formatRoute({ path: ['push'], query: { user_id: userId } })}>The user's notifications</a>
      ) : (
        "The user's notifications"
      )}{' '}
      show the outcome.
    </>
  )
}

function bodyOf(draft: FormDraft): Body {
  const { user_id = '', category = '', title = '', body = '', priority, devices } = draft
  return {
    user_id: user_id.trim(),
    notification: {
      ...{ title, body, category },
      ...(priority ? { priority: priority as NonNullable<Body['notification']['priority']> } : {}),
    },
    ...(devices === 'all' ? { options: { send_to_all_devices: true } } : {}),
  }
}
