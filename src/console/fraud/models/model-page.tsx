import { api } from '../../api.ts'
import { formatRoute } from '../../routing/route.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RecordSource } from '../../ui/record-source.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { ModelActions } from './model-actions.tsx'
import { ModelDays } from './model-days.tsx'
import { originOf } from './model-statuses.ts'

/** The API has models in a list only. */
export function ModelPage({ version }: { version: string }) {
  const { answer, error, isLoading, reload } = useLastAnswer(signal => api.listFraudModels({ signal }), version)
  const model = answer?.data.find(one => one.version === version)
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['fraud', 'models'] })}>All models</a>
      </p>
      <div class="title">
        <h1>Fraud model</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
      </div>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {answer !== null && model === undefined && (
        <p>
          The process that answered knows no such model. Put its file in the folder FRAUD_MODELS, and reload this page.
        </p>
      )}
      {answer !== null && model !== undefined && (
        <>
          <Facts
            of={[
              ['Status', <StatusMark of="model" status={model.status} />],
              ['Version', model.version],
              ['From', originOf(model)],
              ['File at the process that answered', model.is_held ? 'yes' : 'no: it cannot score there'],
              ['SHA-256 of the file', <Copyable text={model.sha256} name="the digest of the file" />],
            ]}
          />
          <ModelActions model={model} live={answer.data.find(({ status }) => status === 'live')} onSent={reload} />
          <ModelDays days={model.days} />
          <RecordSource record={model} path="/fraud/models" />
        </>
      )}
    </>
  )
}
