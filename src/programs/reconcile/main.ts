import { runSubCommand } from '#terminal/command-line.ts'

await runSubCommand(
  {
    start: 'npm run reconcile --',
    about:
      'Compares the payment network with the refunds of the event store, without the service. No money is moved or corrected.',
  },
  {
    compare: async () => (await import('./compare.ts')).compareCommand,
    flags: async () => (await import('./flags.ts')).flagsCommand,
    resolve: async () => (await import('./resolve.ts')).resolveCommand,
    statement: async () => (await import('./statement.ts')).statementCommand,
  },
)
