import type { Module } from '#module.ts'

export const sms: Module = {
  name: 'sms',
  start: () => ({}),
}
