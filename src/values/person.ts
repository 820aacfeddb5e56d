/** A person as one client names them: the same `user_id` at another client is somebody else. */
export type Person = { client_id: string; user_id: string }

/** What stands where something was that is gone with the erasure of its person. */
export const ERASED = '[erased]'

/** The vault subject that everything is sealed for that a client tells of one of its people. */
export function personSubject({ client_id, user_id }: Person): string {
  return `beneficiary:${Buffer.from(`${client_id}\n${user_id}`).toString('base64url')}`
}
