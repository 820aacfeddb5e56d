import type { ErrorAdvice } from '#http/openapi/error-advice.ts'
import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const notificationTags: readonly Tag[] = [
  {
    name: 'notifications',
    order: 60,
    'x-displayName': 'Push notifications',
    description:
      "A device is registered for its user, with its token of the push network: APNs on iOS, FCM on Android. A token is stored encrypted and belongs to the device that was registered with it last. Notifications are queued for the devices of a user and kept, encrypted, in the user's history until they are deleted.",
  },
]

export const notificationErrorAdvice: ErrorAdvice = {
  NOTIF_001: 'Request a new token from the push network, and send it with the platform of the network.',
  NOTIF_002:
    'Register a device of the user first; ended registrations and those of other users are not visible to you.',
  NOTIF_003: 'Check the notification id.',
  NOTIF_004: 'Check the user id.',
  NOTIF_005: 'Use one of the platforms in `details.allowed_values`.',
  NOTIF_006: 'Use one of the categories in `details.allowed_values`.',
  NOTIF_007: 'Wait for the seconds in `Retry-After`.',
  NOTIF_008: 'Repeat it later.',
}
