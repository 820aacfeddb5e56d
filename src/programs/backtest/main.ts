import { readFile } from 'node:fs/promises'
import { SetPolicyBody, toPolicy } from '#commands/fraud/set-policy.ts'
import { readConfig } from '#config/config.ts'
import { validationMessage } from '#config/validation-messages.ts'
import type { Policy } from '#domain/fraud/policy/events.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { type EventStore, isReadable } from '#event-sourcing/event-store.ts'
import { withOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { MODEL_FILE, openModel } from '#services/fraud/model.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError, parseTime, runCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, type ProgressLine } from '#terminal/progress.ts'
import { createLabels, LABEL_PREFIXES } from './labels.ts'
import { type Candidate, createReplay, type LogRange, REPLAY_PREFIXES } from './replay.ts'
import { reportOf } from './report.ts'

const COMMAND = {
  start: 'npm run backtest --',
  about: `Replays what was scored in a stretch of the log with another model or policy, and prints what it would have decided beside what was decided.
Frauds are those that the log knows by now. Needs the event store, not the service, which may run beside it; nothing is written.

Without --model scores stay as they were recorded, and without --policy each client's own policy of then holds. With neither, the model that is
served scores again.`,
  options: {
    from: {
      type: 'string',
      value: 'TIME',
      help: 'scores recorded at this time or later, such as 2026-11-01T00:00:00Z or 2026-11-01',
    },
    to: { type: 'string', value: 'TIME', help: 'scores recorded before this time' },
    model: { type: 'string', value: 'FILE', help: 'an ONNX model that npm run train made' },
    policy: { type: 'string', value: 'FILE', help: 'a policy as PUT /fraud/policy takes it, in JSON' },
    client: { type: 'string', value: 'ID', help: "this client's scores alone" },
  },
} as const

const DAY = /^\d{4}-\d\d-\d\d$/

await runCommand(COMMAND, async ({ values: { from, to, model: modelFile, policy: policyFile, client = null } }) => {
  if (from === undefined || to === undefined) throw new UsageError('--from and --to say which stretch of the log')
  const range = { from: timestampOf('--from', from), to: timestampOf('--to', to), client }
  if (range.from >= range.to) throw new UsageError('--from must be before --to')
  const policy = policyFile === undefined ? null : await readPolicy(policyFile)
  const file = modelFile ?? (policy === null ? MODEL_FILE : null)
  const model = file === null ? null : await openModel(file)
  const progress = createProgressLine()
  try {
    const signal = abortOnInterrupt(new CommandError('interrupted'))
    const report = await withOfflineEventStore(readConfig(), store =>
      backtest(store, { model, policy }, range, progress, signal),
    )
    progress.clear()
    console.log(
      `model: ${model === null ? 'as recorded' : model.version}, policy: ${policyFile ?? 'as it was'}\n\n${report}`,
    )
  } finally {
    progress.clear()
    await model?.close()
  }
})

/** A day is its beginning in UTC. */
function timestampOf(option: string, text: string): number {
  return Date.parse(parseTime(option, DAY.test(text) ? `${text}T00:00:00Z` : text))
}

async function readPolicy(file: string): Promise<Policy> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`the policy ${file} can't be read: ${error instanceof Error ? error.message : error}`)
  }
  const { data, error } = SetPolicyBody.safeParse(json, { error: validationMessage })
  if (data === undefined) {
    const [issue] = error.issues
    throw new CommandError(`the policy ${file} is not valid: ${issue?.path.join('.') || 'it'} ${issue?.message}`)
  }
  return toPolicy(data)
}

async function backtest(
  store: EventStore,
  candidate: Candidate,
  range: LogRange,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<string> {
  const end = await store.end()
  if (end === null) throw new CommandError('there is nothing in the event store')
  const [replay, labels] = [createReplay(candidate, range), createLabels()]
  let [events, unreadable] = [0, 0]
  for await (const part of readLog(store, { prefixes: [...REPLAY_PREFIXES, ...LABEL_PREFIXES], to: end, signal })) {
    for (const event of part.events) {
      events += 1
      if (!isReadable(event)) {
        unreadable += 1
        continue
      }
      labels.take(event)
      await replay.take(event)
    }
    const percent = Math.floor((Number(part.position.commit) / Math.max(1, Number(end.commit))) * 100)
    progress.show(() => `${formatCount(events)} events, ${percent} % of the log`)
  }
  const { compared, clients, skipped } = await replay.end()
  if (compared.length === 0) throw new CommandError(`nothing was scored in that stretch${skippedText(skipped)}`)
  const frauds = labels.frauds()
  const known = compared.filter(({ key }) => frauds.has(key)).length
  const title = `${formatCount(compared.length)} scores of ${formatCount(clients)} clients, ${formatCount(known)} of them known frauds${skippedText(skipped)}`
  const unreadableText =
    unreadable === 0 ? '' : `\n${formatCount(unreadable)} events can't be read and count for nothing`
  return `${title}${unreadableText}\n\n${reportOf(compared, frauds)}`
}

function skippedText(count: number): string {
  return count === 0 ? '' : `; ${formatCount(count)} more have features of another version and are left out`
}
