import { type ParseArgsConfig, parseArgs } from 'node:util'
import { findNearestName } from '#config/find-nearest-name.ts'
import { instant } from '#values/instant.ts'
import { OperationalError } from '#values/operational-error.ts'

/** The command can't do what it was asked; the message says why and what to do. */
export class CommandError extends OperationalError {}

/** The command does not understand what it was asked: something is missing, too much or misspelt. */
export class UsageError extends OperationalError {}

type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What the help calls its value; a flag has none. */
  value?: string
  /** What it does, in a line of the help. Without one the option is for other programs, and the help leaves it out. */
  help?: string
}
type Options = Record<string, Option>

export type Command<O extends Options> = {
  /** How it is started, without what follows: `npm run rebuild --`. */
  start: string
  /** What follows besides options, a line for each form: `NAME …`. Where there is none, nothing is taken. */
  forms?: readonly string[]
  /** What it does, in a sentence or a few lines. */
  about: string
  options?: O
}

type ParsedArgs<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

const HELP = { help: { type: 'boolean', short: 'h', help: 'show this' } } as const satisfies Options
const STATUS_FAILED = 1
/** As shells and most tools say that they were called in a wrong way. */
const STATUS_USAGE = 2

/**
 * Runs a command of this project: all of them answer `--help`, unknown options and mistakes alike. Help goes to stdout, status 0;
 * a call that makes no sense gets the reason and how to call it, status 2; what fails gets its reason, status 1, and a stack only
 * where nobody expected it.
 */
export async function runCommand<const O extends Options = Record<never, never>>(
  command: Command<O>,
  run: (parsed: Pick<ParsedArgs<O>, 'values' | 'positionals'>) => Promise<void> | void,
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

/** One of several commands that share a start, each in a file of its own. */
export type SubCommand = {
  /** What follows its word besides options. */
  form: string
  /** In a line of the help. */
  summary: string
  /** With what was typed behind its word. It sets the exit status: 0 well, 1 not, 2 not understood. */
  run(argv: readonly string[]): Promise<void>
}

/** Runs the one whose word follows the start; without one, says which there are. */
export async function runSubCommand(
  { start, about }: { start: string; about: string },
  commands: Readonly<Record<string, SubCommand>>,
): Promise<void> {
  const [name = '', ...argv] = process.argv.slice(2)
  if (Object.hasOwn(commands, name)) return commands[name]!.run(argv)
  const all = Object.entries(commands)
  const width = Math.max(...all.map(([word]) => word.length))
  const forms = all.map(([word, { form }]) => [word, form].join(' ').trim())
  const lines = all.map(([word, { summary }]) => `  ${word.padEnd(width)}  ${summary}`)
  const help = { start, forms, about: [about, ...lines, 'Each explains its options with --help.'].join('\n') }
  await runCommand(help, ({ positionals: [word] }) => {
    throw new UsageError(word === undefined ? 'which command?' : `there is no command "${word}"`)
  })
}

/** A time as it was typed, in UTC, or nothing where nothing was; `what` names the option or argument. Errors: UsageError. */
export function parseTime(label: string, text: string): string
export function parseTime(label: string, text: string | undefined): string | undefined
export function parseTime(label: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const { data } = instant.safeParse(text)
  if (data === undefined) throw new UsageError(`${label} must be a time like 2026-11-01T00:00:00Z`)
  return data
}

const PORT_MAX = 65_535

/** The port that an option names; 0 is any free one. */
export function parsePort(option: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > PORT_MAX) throw new UsageError(`${option} must be a number from 0 to ${PORT_MAX}`)
  return port
}

function parse<O extends Options>(command: Command<O>, argv: readonly string[]): ParsedArgs<O> | 'help' {
  const options = { ...command.options, ...HELP } as O & typeof HELP
  // Also when what stands beside it makes no sense.
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

/** Node's own words, as far as they are about what was written and not about how a program can allow it. */
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

/** Named as `-p, --port <value>`, or without the short form. */
function lastOption(message: string): string {
  return /--([\w-]+)/.exec(message)?.[1] ?? ''
}

function usageOf<O extends Options>({ start, forms = [''], options = {} as O }: Command<O>): string {
  const optionsHint = Object.values(options).some(({ help }) => help !== undefined) ? ' [options]' : ''
  const bareInvocation = start.includes(' -- ') ? start : withoutSeparator(start) + (optionsHint && ' --')
  const lines = forms.map(form => `${form === '' ? bareInvocation : `${start} ${form}`}${optionsHint}`)
  return lines.map((line, index) => `${index === 0 ? 'Usage:' : '      '} ${line}`).join('\n')
}

/** npm's own `--` stands before what follows only. */
function withoutSeparator(start: string): string {
  return start.replace(/ --$/, '')
}

function helpOf<O extends Options>(command: Command<O>): string {
  const all: Options = { ...command.options, ...HELP }
  const shown = Object.entries(all).filter(([, { help }]) => help !== undefined)
  const lines = shown.map(([name, { short, value, help = '', default: defaultValue }]) => {
    const synopsis = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
    const description = typeof defaultValue === 'string' ? `${help} (${defaultValue} unless given)` : help
    return { written: synopsis, told: description }
  })
  const width = Math.max(...lines.map(({ written }) => written.length))
  const options = lines.map(({ written, told }) => `  ${written.padEnd(width)}  ${told}`)
  return `${usageOf(command)}\n\n${command.about}\n\n${options.join('\n')}\n`
}
