/** What a key or a linked login says of the password that it was registered under. */
export type PasswordBinding = {
  /** How often the user had changed it by then; null in events from before this was recorded. */
  password_changes: number | null
  registered_at: string
}

/**
 * Whether another password has become valid since: then the key or linked login has ended. The user's one event decides it, so
 * there is no moment, on no instance, at which the new password is valid and an old key still opens something.
 */
export function hasPasswordChanged(
  { password_changes, registered_at }: PasswordBinding,
  user: { password_changes: number; password_changed_at: string | null },
): boolean {
  if (password_changes !== null) return password_changes < user.password_changes
  return user.password_changed_at !== null && registered_at <= user.password_changed_at
}
