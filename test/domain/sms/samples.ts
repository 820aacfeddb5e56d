import { analyse, type SmsModel } from '#domain/sms/analyse.ts'
import type { Analysis } from '#domain/sms/classify.ts'
import type { Message } from '#domain/sms/message.ts'

/** A message of an unknown sender, with its text only unless `rest` has more. */
export function sms(text: string, rest: Partial<Message> = {}): Message {
  return { text, sender: null, extractedUrls: [], country: null, contacts: null, ...rest }
}

/** The analysis of one message. */
export async function analyseOne(message: Message, model: SmsModel): Promise<Analysis> {
  const [analysis] = await analyse([message], model)
  return analysis!
}

/** What drives careless patterns into quadratic time, 100 kB each. */
export const HOSTILE: readonly string[] = [
  ...[
    'a.',
    'http://',
    'http://a',
    'hxxp://',
    'a.com ',
    'a . ',
    '[.]',
    'www.',
    'a@',
    '@a.com ',
    'a.zz ',
    '(',
    '.',
    '-',
    'a-',
  ],
  ...[
    'a ',
    'your account ',
    'no ',
    ' ',
    '\t\n',
    '1',
    '1 ',
    '+1-',
    '$1 ',
    '0',
    "a'",
    '\u0301',
    '\u200b',
    '\ud83d',
    '\u0000',
    'é',
    'а',
    'ﷺ',
    '😀',
    'א',
  ],
  ...['javascript:', 'data:a/', 'xn--a.', '%3a%2f%2f', 'a/', 'a dot '],
].map(part => part.repeat(Math.ceil(100_000 / part.length)))

const RUNS = 8

/**
 * Whether a run takes less time of a processor than so many milliseconds; the first ones are slow, until the code is
 * compiled.
 */
export function takesLess(ms: number, run: () => unknown): boolean {
  for (let left = RUNS; left > 0; left -= 1) {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1_000 < ms) return true
  }
  return false
}
