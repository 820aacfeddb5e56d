import { parseArgs } from 'node:util'
import { UsageError } from '#terminal/command-line.ts'

/** `value`: as help shows it ("clt_…", "A|B|C"); missing for a switch. */
export type Option = {
  value?: string
  meaning: string
  isRequired?: true
  oneOf?: readonly string[]
  isCount?: true
}
export type OnboardOptions = Readonly<Record<string, Option>>

export type ParsedArguments<O extends OnboardOptions> = {
  [Name in keyof O]?: O[Name] extends { value: string } ? string : boolean
}

/** Throws UsageError for options that are unknown, repeated, missing or without their value. */
export function readArguments<O extends OnboardOptions>(
  command: string,
  args: string[],
  options: O,
): ParsedArguments<O> {
  const help = `npm run onboard -- ${command} --help`
  const usageError = (what: string) => new UsageError(`${command}: ${what}; see ${help}`)
  const types = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  const { tokens } = parseArgs({ args, strict: false, tokens: true, options: Object.fromEntries(types) })
  const given = new Map<string, string | boolean>()
  for (const token of tokens) {
    if (token.kind === 'positional') throw usageError(`"${token.value}" belongs to no option`)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) throw usageError(`there is no option ${rawName}`)
    if (given.has(name)) throw usageError(`${rawName} is given twice`)
    if (option.value === undefined && value !== undefined) throw usageError(`${rawName} takes no value`)
    // In "--name --tier A" the value of --name is missing.
    if (option.value !== undefined && (value === undefined || value === '' || (!token.inlineValue && /^-/.test(value))))
      throw usageError(`${rawName} needs a value, ${option.value} (one that begins with a dash as ${rawName}=-…)`)
    if (option.oneOf !== undefined && !option.oneOf.includes(value ?? ''))
      throw usageError(`${rawName} must be one of ${option.oneOf.join(', ')}`)
    if (option.isCount && !/^[1-9]\d{0,8}$/.test(value ?? ''))
      throw usageError(`${rawName} must be a whole number from 1`)
    given.set(name, value ?? true)
  }
  for (const [name, { isRequired, value }] of Object.entries(options))
    if (isRequired && !given.has(name)) throw usageError(`--${name} ${value} is missing`)
  return Object.fromEntries(given) as ParsedArguments<O>
}
