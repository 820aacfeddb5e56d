import { onlyArgument, runCommand, UsageError } from '#terminal/command-line.ts'

const COMMAND = {
  start: 'npm run import --',
  forms: ['FILE --client ID'],
  about: `Records the history of a client: the transactions and outcomes of FILE.csv or FILE.ndjson (.gz too), in the order of their own time. Each
transaction is added to its user's windows; none is scored. Reads the whole file first and compares it with what is recorded: while a row
is refused, prints its line, field and reason, and records nothing.

Skips what is recorded already: repeat the command after an interruption, and it continues; FILE.imported holds the progress. A row that
contradicts an event recorded in the meantime is printed and left out. Ends with 1 when a row was refused. Works with or without the
service that runs on DATA_DIR.`,
  options: {
    client: { type: 'string', value: 'ID', help: 'the client of the history' },
    'skip-refused': { type: 'boolean', help: 'record the other rows although some are refused' },
  },
} as const

await runCommand(COMMAND, async ({ positionals, values: { client, 'skip-refused': isSkipping = false } }) => {
  const file = onlyArgument(positionals)
  if (client === undefined) throw new UsageError('whose history is it? give --client')
  // It loads every module: only once the command line is understood.
  const { importFile } = await import('./import-file.ts')
  await importFile(file, client, isSkipping)
})
