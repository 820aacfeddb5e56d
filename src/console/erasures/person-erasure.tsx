import { api } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { useCommand } from '../ui/use-command.ts'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { useReloadWhile } from '../ui/use-reload-while.ts'
import { ErasureFacts } from './erasure-facts.tsx'
import { type ErasureBasis, isUnderWay, LEGAL_BASES } from './erasure-words.ts'

type Props = { id: string; onRequested(): void }

export function PersonErasure({ id, onRequested }: Props) {
  const subject = useLastAnswer(signal => api.getSubject({ path: { user_id: id } }, { signal }), id)
  const { answer: person, isLoading, reload } = subject
  useReloadWhile(person !== null && isUnderWay(person.status), subject, person?.erasure?.requested_at ?? '')
  return (
    <section aria-labelledby="person-title">
      <h2 id="person-title">Erasure of the person</h2>
      {isLoading && <p role="status">Loading</p>}
      <ReadingProblem of={subject} what="record" />
      {person !== null && (
        <>
          <p>
            <Copyable text={id} name="the id of the person" />
          </p>
          <ErasureFacts of={person} />
          <RequestForm
            id={id}
            isRepeated={person.erasure !== null}
            onSent={() => {
              reload()
              onRequested()
            }}
          />
          <RecordSource record={person} path={`/admin/subjects/${encodeURIComponent(id)}`} />
        </>
      )}
    </section>
  )
}

type FormProps = { id: string; isRepeated: boolean; onSent(): void }

function RequestForm({ id, isRepeated, onSent }: FormProps) {
  const form = `erase ${id}`
  const draft = draftOf(form)
  const command = useCommand(async () => {
    const legal_basis = (draft.peek().legal_basis ?? '') as ErasureBasis
    try {
      await api.eraseSubject({ path: { user_id: id }, body: { legal_basis } })
    } finally {
      onSent()
    }
    draft.value = {}
  })
  const isConfirmed = (draft.value.confirmed ?? '').trim() === id
  return (
    <form class="action" onSubmit={command.start}>
      <h3>{isRepeated ? 'Request it again' : 'Request the erasure'}</h3>
      <p>
        {isRepeated
          ? 'A repeat erases what was recorded after the erasure. A duty to keep postpones one that has not begun.'
          : 'All data of the person are erased and can not be brought back. Under a duty to keep, this happens when it ends.'}
      </p>
      <Field
        form={form}
        name="legal_basis"
        label="Legal basis"
        isRequired
        options={[['', 'Choose a legal basis'], ...Object.entries(LEGAL_BASES)]}
      />
      <Field form={form} name="confirmed" label="To confirm, type the id of the person" isRequired maxLength={128} />
      <FormEnd
        state={command.state}
        title="Erase the person"
        running="Requesting"
        isPossible={isConfirmed}
        onDiscard={() => {
          draft.value = {}
        }}
        unknown="The status above was read again. A repeat does no harm."
      >
        <p role="status">{command.state.is === 'done' && 'The erasure is requested.'}</p>
      </FormEnd>
    </form>
  )
}
