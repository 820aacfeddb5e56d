import { UsageError } from '#terminal/command-line.ts'
import { ADMINISTRATOR_OPTIONS, logIn } from './administrator.ts'
import { type OnboardOptions, readArguments } from './arguments.ts'
import { type CommandOutput, commands, type OnboardCommand } from './commands.ts'
import { explainRoles } from './explain-roles.ts'
import { formatColumns } from './text-layout.ts'

/**
 * `npm run onboard`: manages clients, users and service accounts through the admin endpoints of a running service, so
 * that each change is checked and recorded. Throws UsageError or CommandError.
 */
export async function onboard([commandName, ...args]: string[]): Promise<CommandOutput> {
  if (commandName === undefined || isHelp(commandName)) return { result: help() }
  if (commandName === 'roles') {
    if (!args.some(isHelp)) readArguments(commandName, args, {})
    return { result: explainRoles() }
  }
  const command = Object.hasOwn(commands, commandName) ? commands[commandName] : undefined
  if (command === undefined)
    throw new UsageError(
      `there is no ${commandName.startsWith('-') ? 'option' : 'command'} ${commandName}; see npm run onboard -- --help`,
    )
  if (args.some(isHelp)) return { result: helpOf(commandName, command) }
  const {
    url,
    'admin-email': email,
    'admin-password': password,
    ...given
  } = readArguments(commandName, args, {
    ...command.options,
    ...ADMINISTRATOR_OPTIONS,
  })
  const request = await logIn({
    ...text('url', url),
    ...text('admin-email', email),
    ...text('admin-password', password),
  })
  return command.run(request, given)
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'
const text = (name: string, value: string | boolean | undefined) => (typeof value === 'string' ? { [name]: value } : {})

function help(): string {
  const rows = Object.entries(commands).map(([name, { meaning }]) => [`  npm run onboard -- ${name}`, meaning])
  return [
    'Clients, their users and their machines, through a running service.\n\n',
    formatColumns([...rows, ['  npm run onboard -- roles', 'explain the roles of users, and the scopes']]),
    '\nEach explains its options with --help. All of them have:\n\n',
    optionsHelp(ADMINISTRATOR_OPTIONS),
  ].join('')
}

function helpOf(name: string, { meaning, options }: OnboardCommand): string {
  const own = Object.keys(options).length === 0 ? '' : `\n${optionsHelp(options)}`
  return `npm run onboard -- ${name}: ${meaning}\n${own}\n${optionsHelp(ADMINISTRATOR_OPTIONS)}`
}

function optionsHelp(options: OnboardOptions): string {
  return formatColumns(
    Object.entries(options).map(([name, { value = '', meaning, isRequired }]) => [
      ...[`  --${name} ${value}`, isRequired ? `${meaning} (needed)` : meaning],
    ]),
  )
}
