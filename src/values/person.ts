/** A person of one client: the same `user_id` at another client is another person. */
export type Person = { client_id: string; user_id: string }

export const ERASED = '[erased]'

export function personSubject({ client_id, user_id }: Person): string {
  return `beneficiary:${Buffer.from(`${client_id}\n${user_id}`).toString('base64url')}`
}
