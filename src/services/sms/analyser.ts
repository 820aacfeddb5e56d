import { analyse } from '#domain/sms/analyse.ts'
import type { Analysis } from '#domain/sms/classify.ts'
import type { Message } from '#domain/sms/message.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { SmsConfig } from './config.ts'
import { type OpenModel, openModel } from './model.ts'

export type SmsService = Service<SmsConfig> & Pick<ReturnType<typeof createAnalyser>, 'analyse'>

const RETRY_AFTER_S = 5

/** `prepare` opens the model. */
export function createAnalyser(folder: string) {
  let model: OpenModel | null = null
  return {
    /** In the order of the messages. Throws SERVICE_UNAVAILABLE until the model is open. */
    async analyse(messages: readonly Message[]): Promise<Analysis[]> {
      if (model !== null) return analyse(messages, model)
      const details = { reason: 'the SMS model is not open' }
      throw new Rejection('SERVICE_UNAVAILABLE', details, { retryAfterS: RETRY_AFTER_S })
    },
    /** Rejects with the folder's name if the model cannot be opened. */
    async prepare(): Promise<void> {
      model ??= await openModel(folder)
    },
    health: () => (model === null ? { state: 'down' as const } : { state: 'up' as const, note: model.version }),
    close: async () => model?.close(),
  }
}
