import { analyse, analyseAll } from '#domain/sms/analyse.ts'
import type { Analysis } from '#domain/sms/analysis.ts'
import type { Message } from '#domain/sms/message.ts'
import { Rejection } from '#values/errors.ts'
import { type OpenModel, openModel } from './model.ts'

/** What the endpoints ask. Both throw Rejection SERVICE_UNAVAILABLE where there is no model. */
export type SmsAnalyser = {
  one(message: Message): Promise<Analysis>
  /** Each as if it were alone, in their order. */
  all(messages: readonly Message[]): Promise<Analysis[]>
}

const RETRY_AFTER_S = 5

/** Analysing by the model in a folder, which is opened by `prepare`. */
export function createAnalyser(folder: string) {
  let model: OpenModel | null = null
  function openedModel(): OpenModel {
    if (model !== null) return model
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the SMS model is not open' }, { retryAfterS: RETRY_AFTER_S })
  }
  const analysing: SmsAnalyser = {
    one: async message => analyse(message, openedModel()),
    all: async messages => analyseAll(messages, openedModel()),
  }
  return {
    analysing,
    /** Rejects by the folder's name as long as there is no model. */
    async prepare(): Promise<void> {
      model ??= await openModel(folder)
    },
    health: () => (model === null ? { state: 'down' as const } : { state: 'up' as const, note: model.version }),
    close: async () => model?.close(),
  }
}
