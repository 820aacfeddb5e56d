import { notificationSubscriptions } from '#modules/notifications/processes.ts'
import { reactionsOf, workOf } from '#reactions/process.ts'
import type { WatchRule } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { notificationService } from '#services/notifications/notification-service.ts'

const [, ofEvents, ofNotifications] = reactionsOf(notificationSubscriptions)
export const notifyReaction = ofEvents!
export const pushReaction = ofNotifications!

const undelivered = () => Promise.reject(new Error('no push network'))

/** The overdue check of a queue. */
export function checkOf(queue: string, service: Service): WatchRule {
  const needs = { ...notificationService(service), deliver: { ios: undelivered, android: undelivered } }
  return workOf(notificationSubscriptions, needs).watches.find(rule => rule.queue === queue)!
}
