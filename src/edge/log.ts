import { pino } from 'pino'
import type { Config } from '#config.ts'

/** Lines are written when so many bytes are waiting, or after so long: a write of each one would cost as much as the line. */
const WRITE_BYTES = 4_096
const WRITE_AFTER_MS = 100

/**
 * One JSON line per event on stdout. What may be logged is named at each call: never bodies, headers or query strings. Lines
 * are written beside the work, not within it; an orderly end writes what is left, a kill can lose those of a tenth of a second.
 */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, dest: number | string = 1) {
  const lines = pino.destination({ dest, sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_AFTER_MS })
  return pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines)
}
