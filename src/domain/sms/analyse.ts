import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis } from './analysis.ts'
import { classify, type ModelSettings, type SmsModelOutput } from './classify.ts'
import type { Message } from './message.ts'
import { type ParsedMessage, parseMessage } from './parse-message.ts'

/** What answers for messages that were looked at: an answer for each, in their order. */
export type SmsModel = ModelSettings & { predict(parsed: readonly ParsedMessage[]): Promise<SmsModelOutput[]> }

/** Analyses a message. Whatever it holds, only the model can throw. */
export async function analyse(message: Message, model: SmsModel): Promise<Analysis> {
  const parsed = parseMessage(message)
  const [output] = await model.predict([parsed])
  return classify(parsed, output!, model)
}

/** Analyses messages, each as if it were alone; other work of the process has its turn between them. */
export async function analyseAll(messages: readonly Message[], model: SmsModel): Promise<Analysis[]> {
  const analyses: Analysis[] = []
  for (let start = 0; start < messages.length; start += MESSAGES_AT_ONCE) {
    const parsed: ParsedMessage[] = []
    let turnedAt = performance.now()
    for (const message of messages.slice(start, start + MESSAGES_AT_ONCE)) {
      parsed.push(parseMessage(message))
      if (performance.now() - turnedAt < TURN_MS) continue
      await nextTurn()
      turnedAt = performance.now()
    }
    const outputs = await model.predict(parsed)
    for (const [at, one] of parsed.entries()) analyses.push(classify(one, outputs[at]!, model))
    await nextTurn()
  }
  return analyses
}
/** What the model does before it has to wait is a matter of milliseconds for so many. */
const MESSAGES_AT_ONCE = 16
/** Messages take a tenth of a millisecond as they usually are, and a hundred times as much at their longest. */
const TURN_MS = 4
