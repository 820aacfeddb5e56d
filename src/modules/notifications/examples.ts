import type { Examples } from '#http/openapi/examples.ts'

const registration_id = 'dev_0d3f9a52-6c1b-5e7d-8a40-2b9c4e6f8a10'
const device = {
  ...{ registration_id, device_id: 'device_1', platform: 'ios', status: 'active' },
  registered_at: '2026-11-01T12:00:00.000Z',
}
const appDetails = { app_version: '4.2.0', language: 'en' }

const notification_id = 'ntf_3b0c6a7e-41d5-5c28-9f63-0e8a7d5b1c94'
const content = {
  ...{ title: 'Refund completed', body: 'Your refund of €100.25 is on its way to your account.' },
  ...{ category: 'refund_status', priority: 'normal' },
  data: { alert_type: 'refund', alert_id: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70' },
}

const categories = { refund_status: true, fraud_alert: true, phishing_detected: true, darkweb_alert: true }
const preferences = {
  categories: { ...categories, security_alert: true, vpn_status: false },
  quiet_hours: { from: '22:00', to: '07:30', timezone: 'Europe/Madrid' },
}
const preferencesResponse = { ...preferences, updated_at: '2026-11-03T09:30:00.000Z' }

export const notificationExamples: Examples = {
  registerPushDevice: {
    body: {
      ...{ user_id: 'user_1', device_id: 'device_1', platform: 'ios' },
      push_token: '740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad',
      ...appDetails,
    },
    responses: { 200: device },
  },
  listPushDevices: {
    responses: {
      200: {
        data: [{ ...device, user_id: 'user_1', ...appDetails, last_seen_at: '2026-11-03T07:31:12.480Z' }],
        pagination: { next_cursor: null, has_more: false },
      },
    },
  },
  sendNotification: {
    body: {
      ...{ user_id: 'user_1', notification: content },
      options: { send_to_all_devices: true, badge_count: 1, sound: 'default' },
    },
    responses: {
      200: {
        ...{ notification_id, status: 'queued', category: 'refund_status', priority: 'normal' },
        ...{ devices_targeted: 2, created_at: '2026-11-03T09:30:00.000Z' },
      },
    },
  },
  listNotifications: {
    responses: {
      200: {
        data: [
          {
            ...{ notification_id, ...content, created_at: '2026-11-03T09:30:00.000Z', read_at: null },
            delivery: { queued: 0, sent: 2, failed: 0, expired: 0, failure_reason: null },
          },
        ],
        pagination: { limit: 50, offset: 0, total_items: 1, has_more: false },
        unread_count: 1,
      },
    },
  },
  markNotificationRead: { responses: { 200: { notification_id, read_at: '2026-11-03T09:31:12.480Z' } } },
  markAllNotificationsRead: {
    body: { user_id: 'user_1' },
    responses: { 200: { marked: 1, unread_count: 0 } },
  },
  getNotificationPreferences: { responses: { 200: preferencesResponse } },
  setNotificationPreferences: { body: preferences, responses: { 200: preferencesResponse } },
  unregisterPushDevice: { responses: { 200: { registration_id, status: 'unregistered' } } },
}
