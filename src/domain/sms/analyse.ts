import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis } from './analysis.ts'
import { type Judging, judge, type SmsModelOutput } from './judge.ts'
import { type Looked, look } from './look.ts'
import type { Message } from './message.ts'

/** What answers for messages that were looked at: an answer for each, in their order. */
export type SmsModel = Judging & { answer(looked: readonly Looked[]): Promise<SmsModelOutput[]> }

/** Analyses a message. Whatever it holds, only the model can throw. */
export async function analyse(message: Message, model: SmsModel): Promise<Analysis> {
  const looked = look(message)
  const [answer] = await model.answer([looked])
  return judge(looked, answer!, model)
}

/** Analyses messages, each as if it were alone; other work of the process has its turn between them. */
export async function analyseAll(messages: readonly Message[], model: SmsModel): Promise<Analysis[]> {
  const analyses: Analysis[] = []
  for (let start = 0; start < messages.length; start += MESSAGES_AT_ONCE) {
    const looked: Looked[] = []
    let turnedAt = performance.now()
    for (const message of messages.slice(start, start + MESSAGES_AT_ONCE)) {
      looked.push(look(message))
      if (performance.now() - turnedAt < TURN_MS) continue
      await nextTurn()
      turnedAt = performance.now()
    }
    const answers = await model.answer(looked)
    for (const [at, one] of looked.entries()) analyses.push(judge(one, answers[at]!, model))
    await nextTurn()
  }
  return analyses
}
/** What the model does before it has to wait is a matter of milliseconds for so many. */
const MESSAGES_AT_ONCE = 16
/** Messages take a tenth of a millisecond as they usually are, and a hundred times as much at their longest. */
const TURN_MS = 4
