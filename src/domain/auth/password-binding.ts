/** The password state in which a key or link was registered. Another password ends it. */
export type PasswordBinding = {
  /** Number of password changes before; null in events of older versions. */
  password_changes: number | null
  registered_at: string
}

/** Decided by one event of the user: an old key and a new password are never valid at the same time. */
export function hasPasswordChanged(
  { password_changes, registered_at }: PasswordBinding,
  user: { password_changes: number; password_changed_at: string | null },
): boolean {
  if (password_changes !== null) return password_changes < user.password_changes
  return user.password_changed_at !== null && registered_at <= user.password_changed_at
}
