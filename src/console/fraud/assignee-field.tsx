import { api, user } from '../api.ts'
import { Field } from '../ui/field.tsx'
import { useAnswer } from '../ui/use-answer.ts'

/** Beyond these the service takes any id. */
const PAGES_MAX = 10
const PAGE_SIZE = 100

/** Chosen from those who may review; where their names can't be read, an id is typed. */
export function AssigneeField({ form }: { form: string }) {
  const { answer: reviewers, error } = useAnswer(readReviewers, [])
  if (error !== null)
    return <Field form={form} name="assigned_to" label="To whom" hint="An id. Empty: you." maxLength={128} />
  const others = (reviewers ?? []).filter(one => one.user_id !== user.value?.id)
  return (
    <Field
      form={form}
      name="assigned_to"
      label="To whom"
      options={[
        ['', reviewers === null ? 'you (the others are loading)' : 'you'],
        ...others.map(one => [one.user_id, `${one.display_name ?? one.user_id} (${one.role})`] as const),
      ]}
    />
  )
}

async function readReviewers(signal: AbortSignal) {
  const reviewers = []
  let after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = {
      scope: 'fraud:review' as const,
      limit: String(PAGE_SIZE),
      ...(after === undefined ? {} : { after }),
    }
    const { data } = await api.listUserNames({ query }, { signal })
    reviewers.push(...data)
    after = data.at(-1)?.user_id
    if (data.length < PAGE_SIZE) break
  }
  return reviewers
}
