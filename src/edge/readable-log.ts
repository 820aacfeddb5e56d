import { styleText } from 'node:util'
import { pino } from 'pino'

const TIME_OF_DAY = [11, 23] as const
const ERROR = pino.levels.values.error!

const STYLES = { trace: 'gray', debug: 'gray', info: 'green', warn: 'yellow', error: 'red', fatal: 'red' } as const

/** For a terminal: time, level, message, and the rest as `name=value`. Only errors have a stack. */
export function formatLogLine(line: string, isColoured: boolean): string {
  const { time = '', level, msg = '', err, error = err, ...rest } = JSON.parse(line)
  const name = pino.levels.labels[level] ?? String(level)
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text
  const values = Object.entries(rest).map(([key, value]) => `${style('gray', `${key}=`)}${formatValue(value)}`)
  const reason =
    level < ERROR && error !== undefined ? [`${style('gray', 'reason=')}${formatValue(error.message ?? error)}`] : []
  const stack = level >= ERROR && error !== undefined ? `\n${stackOf(error)}` : ''
  const head = `${style('gray', time.slice(...TIME_OF_DAY))} ${style(STYLES[name as keyof typeof STYLES] ?? 'gray', name.padEnd(5))}`
  return `${[`${head} ${msg}`, ...values, ...reason].join('  ')}${stack}\n`
}

/** JSON escapes control characters. */
function formatValue(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1_000) / 1_000)
  return typeof value === 'string' && /^[\w./:@*+-]+$/.test(value) ? value : JSON.stringify(value)
}

type LoggedError = { message?: string; stack?: string; cause?: LoggedError }

function stackOf({ message = 'something that is no error was thrown', stack = message, cause }: LoggedError): string {
  const shown = stack.replace(/[^\n\P{Cc}]/gu, '')
  const lines = shown.split('\n').map(line => `    ${line.trimEnd()}`)
  return [...lines, ...(cause === undefined ? [] : [`  caused by`, stackOf(cause)])].join('\n')
}
