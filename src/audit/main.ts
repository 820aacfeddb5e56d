import { runCommand, UsageError } from '#command-line.ts'
import type { AuditCommand } from './command.ts'
import { exportCommand } from './export.ts'
import { verifyCommand } from './verify.ts'

/** By the word that follows `npm run audit --`. */
const commands: Readonly<Record<string, AuditCommand>> = {
  export: exportCommand,
  verify: verifyCommand,
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
        'What is recorded, and whether it is as it was written: from the event store alone, without the service and PostgreSQL.',
        ...Object.entries(commands).map(([word, { does }]) => `  ${word.padEnd(WIDTH)}  ${does}`),
        'Each explains its options with --help.',
      ].join('\n'),
    },
    ({ positionals: [word] }) => {
      throw new UsageError(word === undefined ? 'which command?' : `there is no command "${word}"`)
    },
  )
