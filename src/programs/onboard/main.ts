import { ConfigError } from '#config/config.ts'
import { CommandError, UsageError } from '#terminal/command-line.ts'
import { onboard } from './onboard.ts'

/** Results go to stdout, notes to stderr. Status 2 for a wrong call, 1 for other errors. */
try {
  const { result, note } = await onboard(process.argv.slice(2))
  if (note !== undefined) process.stderr.write(`${note}\n`)
  process.stdout.write(result)
} catch (error) {
  const isPlain = error instanceof UsageError || error instanceof CommandError || error instanceof ConfigError
  console.error(isPlain ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
