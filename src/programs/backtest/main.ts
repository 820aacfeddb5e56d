import { parseTime, runCommand, UsageError } from '#terminal/command-line.ts'

const COMMAND = {
  start: 'npm run backtest --',
  about: `Replays the scores of a time range with another model or policy, and prints its decisions next to the recorded ones.
Frauds are those that the log contains now. Needs the event store, and writes nothing; the service may run at the same time.

Without --model the recorded scores are used, and without --policy each client's policy of that time. With neither, the model of this
release scores again.`,
  options: {
    from: {
      type: 'string',
      value: 'TIME',
      help: 'scores recorded at this time or later, such as 2026-11-01T00:00:00Z or 2026-11-01',
    },
    to: { type: 'string', value: 'TIME', help: 'scores recorded before this time' },
    model: { type: 'string', value: 'FILE', help: 'an ONNX model made by npm run train' },
    policy: { type: 'string', value: 'FILE', help: 'a policy as in PUT /fraud/policy, in JSON' },
    client: { type: 'string', value: 'ID', help: 'only the scores of this client' },
  },
} as const

const DAY = /^\d{4}-\d\d-\d\d$/

await runCommand(COMMAND, async ({ values: { from, to, model, policy, client = null } }) => {
  if (from === undefined || to === undefined) throw new UsageError('--from and --to are needed')
  const range = { from: timestampOf('--from', from), to: timestampOf('--to', to), client }
  if (range.from >= range.to) throw new UsageError('--from must be before --to')
  // It loads every module: only once the command line is understood.
  const { backtest } = await import('./backtest.ts')
  await backtest(range, model, policy)
})

/** A day means its start in UTC. */
function timestampOf(option: string, text: string): number {
  return Date.parse(parseTime(option, DAY.test(text) ? `${text}T00:00:00Z` : text))
}
