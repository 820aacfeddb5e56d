import { user } from '../api.ts'
import { Field } from '../ui/field.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { readReviewers } from './read-reviewers.ts'

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
