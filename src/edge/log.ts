import { pino } from 'pino'
import type { Config } from '#config/config.ts'
import { formatLogLine } from './readable-log.ts'

/** Buffers lines, because writing each one would cost as much as making it. */
const WRITE_BYTES = 4_096
const WRITE_AFTER_MS = 100

export const LOG_SERIALIZERS = { err: forLog }

type LogConfig = Pick<Config, 'LOG_LEVEL'> & Partial<Pick<Config, 'ENVIRONMENT'>>

/**
 * One JSON line per event on stdout; readable lines on a terminal. Each call names what it logs: never bodies, headers
 * or query strings. Lines are written in the background, so a kill can lose those of a tenth of a second.
 */
export function createLog(config: LogConfig, dest: number | string = process.stdout.fd) {
  const options = { level: config.LOG_LEVEL, base: null, serializers: LOG_SERIALIZERS, timestamp: createIsoTime() }
  // In production a program reads the log, even on a terminal.
  if (dest === process.stdout.fd && process.stdout.isTTY && config.ENVIRONMENT !== 'production') {
    const isColoured = process.stdout.hasColors()
    return pino(options, { write: line => void process.stdout.write(formatLogLine(line, isColoured)) })
  }
  return pino(options, pino.destination({ dest, sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_AFTER_MS }))
}

/** As pino writes it. A date is formatted once a second, because that costs as much as the rest of a line. */
export function createIsoTime(now = Date.now): () => string {
  let second = Number.NaN
  let upToSecond = ''
  return () => {
    const ms = now()
    const secondNow = Math.floor(ms / 1_000)
    if (secondNow !== second) {
      second = secondNow
      upToSecond = new Date(second * 1_000).toISOString().slice(0, -4)
    }
    return `,"time":"${upToSecond}${String(ms % 1_000).padStart(3, '0')}Z"`
  }
}

/** Only message and stack: other properties (values of a query, an event, a response) may contain anything. */
export function forLog(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { thrown: typeof error }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  return { name, message, ...code, stack, ...(cause && depth < 5 ? { cause: forLog(cause, depth + 1) } : {}) }
}
