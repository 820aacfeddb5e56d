import { fieldRejection, type Rejection } from '#values/errors.ts'

/** The refusal of a message about a restricted person. `field` leads to the person. */
export function restrictedRejection(field: keyof typeof RESTRICTED_REASONS): Rejection {
  return fieldRejection('INVALID_REQUEST', [
    { field, reason: `${RESTRICTED_REASONS[field]} a person who is restricted: their erasure was requested` },
  ])
}
const RESTRICTED_REASONS = {
  user_id: 'names',
  device_id: 'is registered by',
  message_id: 'was used for a message of',
} as const
