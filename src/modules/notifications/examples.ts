import type { Examples } from '#http/openapi/examples.ts'

const registration_id = 'dev_0d3f9a52-6c1b-5e7d-8a40-2b9c4e6f8a10'
const device = {
  ...{ registration_id, device_id: 'device_1', platform: 'ios', status: 'active' },
  registered_at: '2026-11-01T12:00:00.000Z',
}
const told = { app_version: '4.2.0', language: 'en' }

export const notificationExamples: Examples = {
  registerPushDevice: {
    body: {
      ...{ user_id: 'user_1', device_id: 'device_1', platform: 'ios' },
      push_token: '740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad',
      ...told,
    },
    answers: { 200: device },
  },
  listPushDevices: {
    answers: {
      200: {
        data: [{ ...device, user_id: 'user_1', ...told, last_seen_at: '2026-11-03T07:31:12.480Z' }],
        pagination: { next_cursor: null, has_more: false },
      },
    },
  },
  unregisterPushDevice: { answers: { 200: { registration_id, status: 'unregistered' } } },
}
