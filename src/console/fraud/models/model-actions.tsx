import { api } from '../../api.ts'
import { ActionForm } from '../../ui/action-form.tsx'
import { RecordActions } from '../../ui/record-actions.tsx'
import { type FraudModelAction, type FraudModelAnswer, objectionToModelAction } from './model-statuses.ts'

const MODEL_TITLES: Record<FraudModelAction, string> = {
  promote: 'Promote the model',
  shadow: 'Put it in the shadow',
  retire: 'Retire the model',
}

const MODEL_DONE: Record<FraudModelAction, string> = {
  promote: 'The model is live.',
  shadow: 'The model scores in the shadow.',
  retire: 'The model is retired.',
}

const SEND_MODEL: Record<FraudModelAction, (version: string) => Promise<unknown>> = {
  promote: version => api.promoteFraudModel({ path: { version } }),
  shadow: version => api.shadowFraudModel({ path: { version } }),
  retire: version => api.retireFraudModel({ path: { version } }),
}

type ModelProps = {
  model: FraudModelAnswer
  live: FraudModelAnswer | undefined
  /** Also after a failure: another user may have been faster, or the answer was lost. */
  onSent(): void
}

export function ModelActions({ model, live, onSent }: ModelProps) {
  const { version } = model
  return (
    <RecordActions<FraudModelAction>
      titles={MODEL_TITLES}
      done={MODEL_DONE}
      objectionTo={action => objectionToModelAction(action, model)}
      form={(action, props) => (
        <ActionForm
          key={action}
          form={`${action} ${version}`}
          title={`${MODEL_TITLES[action]}: ${version}`}
          send={() => SEND_MODEL[action](version)}
          unknown="The status above was read again and shows it."
          onSent={onSent}
          {...props}
        >
          <p>{effectOf(action, version, live?.version)}</p>
        </ActionForm>
      )}
    />
  )
}

function effectOf(action: FraudModelAction, version: string, live: string | undefined): string {
  if (action === 'retire')
    return `${version} leaves the shadow, and can't be promoted before it is in the shadow again.`
  if (action === 'shadow') return `${version} scores beside the live model, and replaces the present shadow model.`
  const present = live === undefined ? 'the present model' : live
  return `The scores of all clients are those of ${version} within two seconds, in place of ${present}.`
}
