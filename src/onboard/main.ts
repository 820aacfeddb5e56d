import { ConfigError } from '#config.ts'
import { Mistake } from './mistake.ts'
import { onboard } from './onboard.ts'

/** What is to be piped goes to stdout, what a person should know to stderr. */
try {
  const { result, note } = await onboard(process.argv.slice(2))
  if (note !== undefined) process.stderr.write(`${note}\n`)
  process.stdout.write(result)
} catch (error) {
  console.error(error instanceof Mistake || error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
