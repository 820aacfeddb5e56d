import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { compareCommand } from './compare.ts'
import { flagsCommand } from './flags.ts'
import { resolveCommand } from './resolve.ts'
import { statementCommand } from './statement.ts'

/** By the word that follows `npm run reconcile --`. */
const commands: Readonly<Record<string, SubCommand>> = {
  compare: compareCommand,
  flags: flagsCommand,
  resolve: resolveCommand,
  statement: statementCommand,
}

await runSubCommand(
  {
    start: 'npm run reconcile --',
    about:
      'Whether the payment network and the refunds agree: without the service, from the event store. No money is ever moved or corrected.',
  },
  commands,
)
