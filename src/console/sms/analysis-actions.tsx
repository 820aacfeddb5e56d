import { api } from '../api.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { Field } from '../ui/field.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { type AnalysisAnswer, MESSAGE_CLASSES, type MessageClass } from './analysis.ts'

const TITLES = { report: 'Report what it was' } as const
const DONE = { report: 'The report is recorded. Later models are trained with it.' } as const
const OPTIONS = [['', 'Choose'], ...MESSAGE_CLASSES.map(name => [name, name] as const)] as const

/** `onSent`: the record is read again. */
export function AnalysisActions({ analysis: { analysis_id }, onSent }: { analysis: AnalysisAnswer; onSent(): void }) {
  const form = `report ${analysis_id}`
  return (
    <RecordActions<keyof typeof TITLES>
      titles={TITLES}
      done={DONE}
      objectionTo={() => null}
      form={(_, props) => (
        <ActionForm
          {...props}
          form={form}
          title={TITLES.report}
          send={({ verdict }) =>
            api.giveSmsFeedback({ path: { analysis_id }, body: { verdict: verdict as MessageClass } })
          }
          onSent={onSent}
          unknown="Report it again: the same report changes nothing."
        >
          <Field form={form} name="verdict" label="What the message was" isRequired options={OPTIONS} />
        </ActionForm>
      )}
    />
  )
}
