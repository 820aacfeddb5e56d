import { runCommand, UsageError } from '#command-line.ts'
import type { ReconcileCommand } from './command.ts'
import { compareCommand } from './compare.ts'
import { flagsCommand } from './flags.ts'
import { resolveCommand } from './resolve.ts'
import { statementCommand } from './statement.ts'

/** By the word that follows `npm run reconcile --`. */
const commands: Readonly<Record<string, ReconcileCommand>> = {
  compare: compareCommand,
  flags: flagsCommand,
  resolve: resolveCommand,
  statement: statementCommand,
}

const WIDTH = Math.max(...Object.keys(commands).map(name => name.length))
const [name = '', ...argv] = process.argv.slice(2)

if (Object.hasOwn(commands, name)) await commands[name]!.run(argv)
else
  await runCommand(
    {
      start: 'npm run reconcile --',
      forms: Object.entries(commands).map(([word, { form }]) => [word, form].join(' ').trim()),
      about: [
        'Whether the payment network and the refunds agree: without the service, from the event store. No money is ever moved or corrected.',
        ...Object.entries(commands).map(([word, { does }]) => `  ${word.padEnd(WIDTH)}  ${does}`),
        'Each explains its options with --help.',
      ].join('\n'),
    },
    ({ positionals: [word] }) => {
      throw new UsageError(word === undefined ? 'which command?' : `there is no command "${word}"`)
    },
  )
