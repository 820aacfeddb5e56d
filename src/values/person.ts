/** A person of one client: the same `user_id` at another client is another person. */
export type Person = { client_id: string; user_id: string }

/** Replaces erased data. */
export const ERASED = '[erased]'

/** The vault subject for the data that a client sends about a person. */
export function personSubject({ client_id, user_id }: Person): string {
  return `beneficiary:${Buffer.from(`${client_id}\n${user_id}`).toString('base64url')}`
}
