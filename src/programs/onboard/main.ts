import { ConfigError } from '#config/config.ts'
import { CommandError, UsageError } from '#terminal/command-line.ts'
import { onboard } from './onboard.ts'

/** What is to be piped goes to stdout, what a person should know to stderr. A mistake in what was typed ends with 2, all else with 1. */
try {
  const { result, note } = await onboard(process.argv.slice(2))
  if (note !== undefined) process.stderr.write(`${note}\n`)
  process.stdout.write(result)
} catch (error) {
  const isPlain = error instanceof UsageError || error instanceof CommandError || error instanceof ConfigError
  console.error(isPlain ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
