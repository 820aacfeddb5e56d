import { pino } from 'pino'
import type { Config } from '#config.ts'

/**
 * One JSON line per event on stdout. What may be logged is named at each call: never bodies, headers or query strings. Lines
 * are written beside the work, not within it; an orderly end writes what is left, a kill can lose the last few.
 */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>) {
  const stdout = pino.destination({ sync: false })
  return pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stdout)
}
