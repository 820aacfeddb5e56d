import { runCommand, UsageError } from '#command-line.ts'
import { asOfCommand } from './as-of.ts'
import type { AuditCommand } from './command.ts'
import { exportCommand } from './export.ts'
import { searchCommand } from './search.ts'
import { showCommand } from './show.ts'
import { verifyCommand } from './verify.ts'
import { verifyProofCommand } from './verify-proof.ts'
import { watchCommand } from './watch.ts'

/** By the word that follows `npm run audit --`. */
const commands: Readonly<Record<string, AuditCommand>> = {
  show: showCommand,
  'as-of': asOfCommand,
  search: searchCommand,
  export: exportCommand,
  verify: verifyCommand,
  'verify-proof': verifyProofCommand,
  watch: watchCommand,
}

const WIDTH = Math.max(...Object.keys(commands).map(name => name.length))
const [name = '', ...argv] = process.argv.slice(2)

if (Object.hasOwn(commands, name)) await commands[name]!.run(argv)
else
  await runCommand(
    {
      start: 'npm run audit --',
      forms: Object.entries(commands).map(([word, { form }]) => [word, form].join(' ').trim()),
      about: [
        'What is recorded, and whether it is as it was written: without the service, and save for watch without PostgreSQL.',
        ...Object.entries(commands).map(([word, { does }]) => `  ${word.padEnd(WIDTH)}  ${does}`),
        'Each explains its options with --help.',
      ].join('\n'),
    },
    ({ positionals: [word] }) => {
      throw new UsageError(word === undefined ? 'which command?' : `there is no command "${word}"`)
    },
  )
