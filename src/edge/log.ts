import { pino } from 'pino'
import type { Config } from '#config.ts'

/** One JSON line per event on stdout. What may be logged is named at each call: never bodies, headers or query strings. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>) {
  return pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
