import { runCommand, UsageError } from '#terminal/command-line.ts'

const COMMAND = {
  start: 'npm run set-aside --',
  forms: ['list', 'retry'],
  about: `Lists and retries parked events, for example after an upgrade. Needs the stores, not the service, which may run.`,
  options: { follower: { type: 'string', value: 'NAME', help: 'events of this subscription alone' } },
} as const

await runCommand(COMMAND, async ({ positionals: [what, ...rest], values: { follower } }) => {
  if (what === undefined) throw new UsageError('list or retry?')
  if (what !== 'list' && what !== 'retry') throw new UsageError(`"${what}" is neither list nor retry`)
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is too much`)
  // It loads every module: only once the command line is understood.
  const { listOrRetry } = await import('./parked-events.ts')
  await listOrRetry(what, follower)
})
