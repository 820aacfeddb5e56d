import type { Module } from '#module.ts'
import { createAnalysing } from './analysing.ts'
import { MODEL_FOLDER } from './model.ts'

export const sms: Module = {
  name: 'sms',
  start() {
    const { prepare, health, close } = createAnalysing(MODEL_FOLDER)
    return { prepare, health: () => ({ sms_model: health() }), stop: close }
  },
}
