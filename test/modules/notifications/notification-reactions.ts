import { notificationSubscriptions } from '#modules/notifications/processes.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import type { OverdueRule } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { createNotificationService } from '#services/notifications/notification-service.ts'

const [, ofEvents, ofNotifications] = reactionsOf(notificationSubscriptions)
export const notifyReaction = ofEvents!
export const pushReaction = ofNotifications!

const undelivered = () => Promise.reject(new Error('no push network'))

/** The overdue check of a queue. */
export function checkOf(queue: string, service: Service): OverdueRule {
  const needs = { ...createNotificationService(service), deliver: { ios: undelivered, android: undelivered } }
  return jobPartsOf(notificationSubscriptions, needs).overdueRules.find(rule => rule.queue === queue)!
}
