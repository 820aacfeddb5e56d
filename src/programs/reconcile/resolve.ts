import { ResolveFlagBody, resolveFlag } from '#commands/refunds/resolve-flag.ts'
import { validationMessage } from '#config/validation-messages.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { CommandError, onlyArgument, subCommand, UsageError } from '#terminal/command-line.ts'
import { Rejection } from '#values/errors.ts'
import { createCommandContext, withEventStore } from './stores.ts'

const COMMAND = {
  start: 'npm run reconcile -- resolve',
  summary: 'closes a flag, with the reason',
  forms: ['FLAG --reason TEXT'],
  about: 'Closes a flag, with the reason; the audit shows who closed it.',
  options: { reason: { type: 'string', value: 'TEXT', help: 'what was found out and done' } },
} as const

export const resolveCommand = subCommand(COMMAND, async ({ positionals, values: { reason } }) => {
  const flag_id = onlyArgument(positionals, 'which flag?')
  const { data, error } = ResolveFlagBody.safeParse({ reason }, { error: validationMessage })
  if (data === undefined) throw new UsageError(`--reason ${error?.issues[0]?.message}`)
  try {
    await withEventStore(store =>
      resolveFlag({ execute: createExecute(store) }, createCommandContext()(), { flag_id, ...data }),
    )
  } catch (error) {
    if (error instanceof Rejection) throw new CommandError(`${flag_id} ${error.details.reason ?? error.message}`)
    throw error
  }
  console.log(`${flag_id} is resolved`)
})
