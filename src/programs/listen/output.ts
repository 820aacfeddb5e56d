import { fstatSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookEvent } from '#client/index.ts'
import type { ReceivedDelivery } from './receiver.ts'

const STDOUT = 1
/** Writing is the only way to find out whether a pipe has a reader. */
const PULSE_MS = 60_000
/** Long enough for a reader of one line, such as `head -1`, to end. */
const FIRST_LINE_MS = 500

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints the lines, and into a pipe a sign of life each minute. Resolves when `ended` is aborted. */
export async function printUntilEnded(ended: AbortSignal, lines: readonly string[]): Promise<void> {
  const { stdout } = process
  const isPipe = !stdout.isTTY && (fstatSync(STDOUT).isFIFO() || fstatSync(STDOUT).isSocket())
  const pause = (ms: number) => delay(ms, undefined, { signal: ended })
  try {
    for (const line of lines) {
      print(line)
      if (isPipe) await pause(FIRST_LINE_MS)
    }
    for (;;) {
      await pause(PULSE_MS)
      if (isPipe) print(`${timeOf(new Date())}  listening`)
    }
  } catch (error) {
    if (!ended.aborted) throw error
  }
}

export function timeOf(now: Date): string {
  return now.toTimeString().slice(0, 8)
}

export function formatDelivery({ outcome }: ReceivedDelivery, note: string, now: Date): string {
  const time = timeOf(now)
  if ('problem' in outcome) return `${time}  NOT VERIFIED (${outcome.problem})  ${note}`
  const { event } = outcome
  return `${time}  ${event.type}  ${objectOf(event)}  verified  ${note}`
}

function objectOf({ id, data }: WebhookEvent): string {
  const fields: Record<string, unknown> = { ...data }
  const own = fields[`${fields.object}_id`] ?? fields.id ?? id
  return String(own)
}
