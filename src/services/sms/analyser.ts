import { analyse, analyseAll } from '#domain/sms/analyse.ts'
import type { Analysis } from '#domain/sms/analysis.ts'
import type { Message } from '#domain/sms/message.ts'
import { Rejection } from '#values/errors.ts'
import { type OpenModel, openModel } from './model.ts'

/** Both functions throw SERVICE_UNAVAILABLE until the model is open. */
export type SmsAnalyser = {
  one(message: Message): Promise<Analysis>
  /** The analyses have the order of the messages. */
  all(messages: readonly Message[]): Promise<Analysis[]>
}

const RETRY_AFTER_S = 5

/** Analyses with the model of a folder, which `prepare` opens. */
export function createAnalyser(folder: string) {
  let model: OpenModel | null = null
  function openedModel(): OpenModel {
    if (model !== null) return model
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the SMS model is not open' }, { retryAfterS: RETRY_AFTER_S })
  }
  const analyser: SmsAnalyser = {
    one: async message => analyse(message, openedModel()),
    all: async messages => analyseAll(messages, openedModel()),
  }
  return {
    analyser,
    /** Rejects with the folder's name if the model cannot be opened. */
    async prepare(): Promise<void> {
      model ??= await openModel(folder)
    },
    health: () => (model === null ? { state: 'down' as const } : { state: 'up' as const, note: model.version }),
    close: async () => model?.close(),
  }
}
