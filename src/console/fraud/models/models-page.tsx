import { api } from '../../api.ts'
import { formatRoute } from '../../routing/route.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RecordSource } from '../../ui/record-source.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { type FraudModelAnswer, originOf } from './model-statuses.ts'

/** All models of the installation, on one page as the API has them. */
export function ModelsPage() {
  const { answer, error, isLoading, reload } = useLastAnswer(signal => api.listFraudModels({ signal }), 'models')
  return (
    <>
      <div class="title">
        <h1>Fraud models</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
      </div>
      <p>
        All clients share them. Scores of the live model are returned; those of the shadow model are only recorded, to
        compare the two.
      </p>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {answer !== null && (
        <>
          <RecordTable label="Models" rows={answer.data} columns={COLUMNS} idOf={({ version }) => version} />
          <h2>Before a model is promoted</h2>
          <p>
            A backtest scores recorded transactions with a model and a policy. It is a command of the service's machine:
          </p>
          <p>
            <Copyable text={backtestOf(new Date())} name="the command of a backtest" />
          </p>
          <RecordSource record={answer} path="/fraud/models" />
        </>
      )}
    </>
  )
}

const COLUMNS: readonly Column<FraudModelAnswer>[] = [
  {
    title: 'Version',
    isRowTitle: true,
    cell: ({ version }) => <a href={formatRoute({ path: ['fraud', 'models', version] })}>{version}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark of="model" status={status} /> },
  {
    title: 'Origin',
    cell: model => (
      <>
        {originOf(model)}
        {!model.is_held && <div class="hint">no file at the process that answered</div>}
      </>
    ),
  },
  { title: 'Scores, 14 days', isNumber: true, cell: model => sumOf(model, 'scores').toLocaleString() },
  { title: 'Alerts', isNumber: true, cell: model => sumOf(model, 'alerts').toLocaleString() },
  {
    title: 'Last drift',
    isNumber: true,
    cell: ({ days }) => days.find(({ drift }) => drift !== null)?.drift?.score.toFixed(4) ?? 'unknown',
  },
]

const BACKTEST_DAYS = 14

/** "FILE": the model's file. */
function backtestOf(now: Date): string {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const [from, to] = [dayOf(now.getTime() - BACKTEST_DAYS * 86_400_000), dayOf(now.getTime())]
  return `npm run backtest -- --from ${from} --to ${to} --model FILE`
}

function sumOf({ days }: FraudModelAnswer, name: 'scores' | 'alerts'): number {
  return days.reduce((sum, day) => sum + day[name], 0)
}
