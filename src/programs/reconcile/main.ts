import { runSubCommand } from '#terminal/command-line.ts'
import { compareCommand } from './compare.ts'
import { flagsCommand } from './flags.ts'
import { resolveCommand } from './resolve.ts'
import { statementCommand } from './statement.ts'

await runSubCommand(
  {
    start: 'npm run reconcile --',
    about:
      'Compares the payment network with the refunds of the event store, without the service. No money is moved or corrected.',
  },
  {
    compare: compareCommand,
    flags: flagsCommand,
    resolve: resolveCommand,
    statement: statementCommand,
  },
)
