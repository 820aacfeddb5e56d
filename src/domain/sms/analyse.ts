import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis } from './analysis.ts'
import { type Judging, judge, type ModelAnswer } from './judge.ts'
import { type Looked, look } from './look.ts'
import type { Message } from './message.ts'

/** What answers for messages that were looked at: an answer for each, in their order. */
export type Model = Judging & { answer(looked: readonly Looked[]): Promise<ModelAnswer[]> }

/** Analyses a message. Whatever it holds, only the model can throw. */
export async function analyse(message: Message, model: Model): Promise<Analysis> {
  const looked = look(message)
  const [answer] = await model.answer([looked])
  return judge(looked, answer!, model)
}

/** Analyses messages, each as if it were alone; other work of the process has its turn between them. */
export async function analyseAll(messages: readonly Message[], model: Model): Promise<Analysis[]> {
  const looked: Looked[] = []
  for (const message of messages) {
    looked.push(look(message))
    if (looked.length % MESSAGES_A_TURN === 0) await nextTurn()
  }
  const answers = await model.answer(looked)
  return looked.map((one, at) => judge(one, answers[at]!, model))
}
/** They take about a millisecond as they usually are. */
const MESSAGES_A_TURN = 8
