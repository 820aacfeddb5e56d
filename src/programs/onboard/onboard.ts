import { UsageError } from '#terminal/command-line.ts'
import { ADMINISTRATOR_OPTIONS, logIn } from './administrator.ts'
import { type OnboardOptions, readArguments } from './arguments.ts'
import { columns } from './columns.ts'
import { type CommandOutput, commands, type OnboardCommand } from './commands.ts'
import { explainRoles } from './explain-roles.ts'

/**
 * `npm run onboard`: clients, users and service accounts through the admin endpoints of a running service. There is no way past
 * them: every change is checked, recorded with who made it, and seen by all instances, and no second process opens the stores.
 * Throws a UsageError for what was typed wrong, a CommandError for what can't be done.
 */
export async function onboard([what, ...args]: string[]): Promise<CommandOutput> {
  if (what === undefined || isHelp(what)) return { result: help() }
  if (what === 'roles') {
    if (!args.some(isHelp)) readArguments(what, args, {})
    return { result: explainRoles() }
  }
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  if (command === undefined)
    throw new UsageError(
      `there is no ${what.startsWith('-') ? 'option' : 'command'} ${what}; see npm run onboard -- --help`,
    )
  if (args.some(isHelp)) return { result: helpOf(what, command) }
  const {
    url,
    'admin-email': email,
    'admin-password': password,
    ...given
  } = readArguments(what, args, {
    ...command.options,
    ...ADMINISTRATOR_OPTIONS,
  })
  const ask = await logIn({ ...text('url', url), ...text('admin-email', email), ...text('admin-password', password) })
  return command.run(ask, given)
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'
const text = (name: string, value: string | boolean | undefined) => (typeof value === 'string' ? { [name]: value } : {})

function help(): string {
  const rows = Object.entries(commands).map(([name, { meaning }]) => [`  npm run onboard -- ${name}`, meaning])
  return [
    'Clients, their users and their machines, through a running service.\n\n',
    columns([...rows, ['  npm run onboard -- roles', 'explain the roles of users, and the scopes']]),
    '\nEach explains its options with --help. To all of them can be said whom to ask, and as whom:\n\n',
    optionsHelp(ADMINISTRATOR_OPTIONS),
  ].join('')
}

function helpOf(name: string, { meaning, options }: OnboardCommand): string {
  const own = Object.keys(options).length === 0 ? '' : `\n${optionsHelp(options)}`
  return `npm run onboard -- ${name}: ${meaning}\n${own}\n${optionsHelp(ADMINISTRATOR_OPTIONS)}`
}

function optionsHelp(options: OnboardOptions): string {
  return columns(
    Object.entries(options).map(([name, { value = '', meaning, isRequired }]) => [
      ...[`  --${name} ${value}`, isRequired ? `${meaning} (needed)` : meaning],
    ]),
  )
}
