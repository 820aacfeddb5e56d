import { type ParseArgsConfig, parseArgs } from 'node:util'
import { findNearestName } from '#config/find-nearest-name.ts'
import { instant } from '#values/instant.ts'
import { OperationalError } from '#values/operational-error.ts'

export class CommandError extends OperationalError {}

export class UsageError extends OperationalError {}

type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** Name of the value in the help; a flag has none. */
  value?: string
  /** The line of the help; an option without one is hidden. */
  help?: string
}
type Options = Record<string, Option>

export type Command<O extends Options> = {
  /** How it is started: `npm run rebuild --`. */
  start: string
  /** Arguments, one line per form: `NAME …`; without forms, arguments are rejected. */
  forms?: readonly string[]
  about: string
  options?: O
}

type ParsedArgs<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>
type Run<O extends Options> = (parsed: Pick<ParsedArgs<O>, 'values' | 'positionals'>) => Promise<void> | void

const HELP = { help: { type: 'boolean', short: 'h', help: 'show this' } } as const satisfies Options
const STATUS_FAILED = 1
const STATUS_USAGE = 2

/** Exit status: 0 with the help, 2 for incorrect usage, 1 for a failure, with a stack when it is unexpected. */
export async function runCommand<const O extends Options = Record<never, never>>(
  command: Command<O>,
  run: Run<O>,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const parsed = parse(command, argv)
    if (parsed === 'help') process.stdout.write(helpOf(command))
    else await run(parsed)
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n${usageOf(command)}\n\`${command.start} --help\` says more.\n`)
      process.exit(STATUS_USAGE)
    }
    console.error(error instanceof OperationalError ? error.message : error)
    process.exit(STATUS_FAILED)
  }
}

export type SubCommand = {
  form: string
  summary: string
  /** Gets the arguments after its name and sets the exit status: 0 success, 1 failure, 2 incorrect usage. */
  run(argv: readonly string[]): Promise<void>
}

/** A subcommand of a command and what it runs. Its form is the first of the command's. */
export function subCommand<const O extends Options = Record<never, never>>(
  command: Command<O> & { summary: string },
  run: Run<O>,
): SubCommand {
  const { forms: [form] = [''], summary } = command
  return { form: form ?? '', summary, run: argv => runCommand(command, run, argv) }
}

/** Runs the command that is named first, and loads no other; without a name, lists them. */
export async function runSubCommand(
  { start, about }: { start: string; about: string },
  commands: Readonly<Record<string, () => Promise<SubCommand>>>,
): Promise<void> {
  const [name = '', ...argv] = process.argv.slice(2)
  if (Object.hasOwn(commands, name)) return (await commands[name]!()).run(argv)
  const all = await Promise.all(Object.entries(commands).map(async ([word, load]) => [word, await load()] as const))
  const width = Math.max(...all.map(([word]) => word.length))
  const forms = all.map(([word, { form }]) => [word, form].join(' ').trim())
  const lines = all.map(([word, { summary }]) => `  ${word.padEnd(width)}  ${summary}`)
  const help = { start, forms, about: [about, ...lines, 'Each explains its options with --help.'].join('\n') }
  await runCommand(help, ({ positionals: [word] }) => {
    throw new UsageError(word === undefined ? 'which command?' : `there is no command "${word}"`)
  })
}

/** The only argument; `question` is the error without one. Throws UsageError. */
export function onlyArgument([argument, ...more]: readonly string[], question = 'which file?'): string {
  if (argument === undefined) throw new UsageError(question)
  if (more.length > 0) throw new UsageError(`"${more[0]}" is too much`)
  return argument
}

/** Throws UsageError. */
export function parseChoice<const T extends string>(label: string, text: string, choices: readonly T[]): T {
  const choice = choices.find(name => name === text)
  if (choice === undefined) throw new UsageError(`${label} must be one of ${choices.join(', ')}`)
  return choice
}

/** In UTC; `label` names the option or argument. Errors: UsageError. */
export function parseTime(label: string, text: string): string
export function parseTime(label: string, text: string | undefined): string | undefined
export function parseTime(label: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const { data } = instant.safeParse(text)
  if (data === undefined) throw new UsageError(`${label} must be a time like 2026-11-01T00:00:00Z`)
  return data
}

const PORT_MAX = 65_535

export function parsePort(option: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > PORT_MAX) throw new UsageError(`${option} must be a number from 0 to ${PORT_MAX}`)
  return port
}

function parse<O extends Options>(command: Command<O>, argv: readonly string[]): ParsedArgs<O> | 'help' {
  const options = { ...command.options, ...HELP } as O & typeof HELP
  if (isHelpRequested(argv)) return 'help'
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: command.forms !== undefined }) as ParsedArgs<O>
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error
    throw new UsageError(usageErrorMessage(error, Object.keys(options)))
  }
}

function isHelpRequested(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).some(word => word === '--help' || word === '-h')
}

/** From Node's message, without its advice for developers. */
function usageErrorMessage(error: TypeError & { code: unknown }, optionNames: readonly string[]): string {
  const [, argument = ''] = /'(.*?)[\s']/.exec(error.message) ?? []
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const nearest = findNearestName(argument.replace(/^-+/, ''), optionNames)
    return `there is no option ${argument}${nearest === undefined ? '' : `; did you mean --${nearest}?`}`
  }
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `"${argument}" is too much`
  if (/does not take an argument/.test(error.message)) return `--${lastOption(error.message)} takes no value`
  return `--${lastOption(error.message)} needs a value`
}

function lastOption(message: string): string {
  return /--([\w-]+)/.exec(message)?.[1] ?? ''
}

function usageOf<O extends Options>({ start, forms = [''], options = {} as O }: Command<O>): string {
  const optionsHint = Object.values(options).some(({ help }) => help !== undefined) ? ' [options]' : ''
  // npm needs `--` only before arguments.
  const bareInvocation = start.includes(' -- ') ? start : start.replace(/ --$/, '') + (optionsHint && ' --')
  const lines = forms.map(form => `${form === '' ? bareInvocation : `${start} ${form}`}${optionsHint}`)
  return lines.map((line, index) => `${index === 0 ? 'Usage:' : '      '} ${line}`).join('\n')
}

function helpOf<O extends Options>(command: Command<O>): string {
  const all: Options = { ...command.options, ...HELP }
  const shown = Object.entries(all).filter(([, { help }]) => help !== undefined)
  const lines = shown.map(([name, { short, value, help = '', default: defaultValue }]) => {
    const synopsis = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
    const description = typeof defaultValue === 'string' ? `${help} (${defaultValue} unless given)` : help
    return { synopsis, description }
  })
  const width = Math.max(...lines.map(({ synopsis }) => synopsis.length))
  const options = lines.map(({ synopsis, description }) => `  ${synopsis.padEnd(width)}  ${description}`)
  return `${usageOf(command)}\n\n${command.about}\n\n${options.join('\n')}\n`
}
