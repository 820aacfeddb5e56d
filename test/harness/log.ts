import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { LOG_SERIALIZERS } from '#edge/log.ts'

/**
 * Set by test/run.ts: everything that is logged by what the tests run goes there and is searched for secrets at the
 * end.
 */
export const LOG_FOLDER = process.env.TEST_LOG_DIR
const file =
  LOG_FOLDER === undefined
    ? undefined
    : pino.destination({ dest: join(LOG_FOLDER, `${process.pid}.log`), sync: false, minLength: 4_096 })

/** Keeps a line that a spawned service said. */
export function keepLine(line: string): void {
  file?.write(`${line}\n`)
}

/** The log of a service under test, at its most talkative; `see` is given each line as well. */
export function testLog(see?: (line: string) => void): Logger {
  const write = (line: string) => {
    file?.write(line)
    see?.(line)
  }
  return pino(
    { level: file === undefined && see === undefined ? 'silent' : 'trace', base: null, serializers: LOG_SERIALIZERS },
    { write },
  )
}
