import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Analysis, classify, type ModelSettings, type SmsModelOutput } from './classify.ts'
import type { Message } from './message.ts'
import { type ParsedMessage, parseMessage } from './parse-message.ts'

/** Returns an output per message, in their order. */
export type SmsModel = ModelSettings & { predict(parsed: readonly ParsedMessage[]): Promise<SmsModelOutput[]> }

/** The model blocks for milliseconds with a batch of this size. */
const MESSAGES_AT_ONCE = 16
/** A usual message takes 0.1 ms, the longest ones 10 ms. */
const TURN_MS = 4

/** Analyses each message on its own, and yields to the event loop between them. Only the model can throw. */
export async function analyse(messages: readonly Message[], model: SmsModel): Promise<Analysis[]> {
  const analyses: Analysis[] = []
  for (let start = 0; start < messages.length; start += MESSAGES_AT_ONCE) {
    if (start > 0) await nextTurn()
    const parsed: ParsedMessage[] = []
    let turnedAt = performance.now()
    for (const message of messages.slice(start, start + MESSAGES_AT_ONCE)) {
      parsed.push(parseMessage(message))
      if (performance.now() - turnedAt < TURN_MS) continue
      await nextTurn()
      turnedAt = performance.now()
    }
    const outputs = await model.predict(parsed)
    analyses.push(...parsed.map((one, at) => classify(one, outputs[at]!, model)))
  }
  return analyses
}
