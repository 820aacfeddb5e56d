import { readFile } from 'node:fs/promises'
import { SetPolicyBody, toPolicy } from '#commands/fraud/set-policy.ts'
import { validationMessage } from '#config/validation-messages.ts'
import type { Policy } from '#domain/fraud/policy/events.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { type EventStore, isReadable } from '#event-sourcing/event-store.ts'
import { withOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { readServiceConfig } from '#service-config.ts'
import { MODEL_FILE, openModel } from '#services/fraud/model.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, type ProgressLine } from '#terminal/progress.ts'
import { createLabels, LABEL_PREFIXES } from './labels.ts'
import { type CandidateDecider, createReplay, type LogRange, REPLAY_PREFIXES } from './replay.ts'
import { reportOf } from './report.ts'

/** Prints the decisions of a model and a policy, by file; without one, those of this release or as recorded. */
export async function backtest(
  range: LogRange,
  modelFile: string | undefined,
  policyFile: string | undefined,
): Promise<void> {
  const policy = policyFile === undefined ? null : await readPolicy(policyFile)
  const file = modelFile ?? (policy === null ? MODEL_FILE : null)
  const model = file === null ? null : await openModel(file)
  using progress = createProgressLine()
  try {
    const signal = abortOnInterrupt(new CommandError('interrupted'))
    const report = await withOfflineEventStore(readServiceConfig(), store =>
      replayLog(store, { model, policy }, range, progress, signal),
    )
    progress.clear()
    console.log(
      `model: ${model === null ? 'as recorded' : model.version}, policy: ${policyFile ?? 'as it was'}\n\n${report}`,
    )
  } finally {
    await model?.close()
  }
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

async function replayLog(
  store: EventStore,
  candidate: CandidateDecider,
  range: LogRange,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<string> {
  const end = await store.end()
  if (end === null) throw new CommandError('the event store is empty')
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
  if (compared.length === 0) throw new CommandError(`no score was recorded in that time${skippedText(skipped)}`)
  const frauds = labels.frauds()
  const known = compared.filter(({ key }) => frauds.has(key)).length
  const title = `${formatCount(compared.length)} scores of ${formatCount(clients)} clients, ${formatCount(known)} of them known frauds${skippedText(skipped)}`
  const unreadableText = unreadable === 0 ? '' : `\n${formatCount(unreadable)} events can't be read and were ignored`
  return `${title}${unreadableText}\n\n${reportOf(compared, frauds)}`
}

function skippedText(count: number): string {
  return count === 0 ? '' : `; ${formatCount(count)} more have features of another version and were skipped`
}
