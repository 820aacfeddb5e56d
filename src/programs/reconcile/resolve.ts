import { ResolveFlagBody, resolveFlag } from '#commands/refunds/resolve-flag.ts'
import { validationMessage } from '#config/validation-messages.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { CommandError, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { Rejection } from '#values/errors.ts'
import { createCommandContext, withEventStore } from './stores.ts'

const COMMAND = {
  start: 'npm run reconcile -- resolve',
  forms: ['FLAG --reason TEXT'],
  about: 'Says that nothing is left to do about a flag, and why; the audit shows who said so.',
  options: { reason: { type: 'string', value: 'TEXT', help: 'what was found out and done' } },
} as const

export const resolveCommand: SubCommand = {
  form: 'FLAG --reason TEXT',
  summary: 'says why nothing is left to do about a flag',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ positionals: [flag_id, ...more], values: { reason } }) => {
        if (flag_id === undefined) throw new UsageError('which flag?')
        if (more.length > 0) throw new UsageError(`"${more[0]}" is too much`)
        const { data, error } = ResolveFlagBody.safeParse({ reason }, { error: validationMessage })
        if (data === undefined) throw new UsageError(`--reason ${error?.issues[0]?.message}`)
        try {
          await withEventStore(store =>
            resolveFlag({ execute: createExecute(store) }, createCommandContext()(), flag_id, data),
          )
        } catch (error) {
          if (error instanceof Rejection) throw new CommandError(`${flag_id} ${error.details.reason ?? error.message}`)
          throw error
        }
        console.log(`${flag_id} is resolved`)
      },
      argv,
    ),
}
