/** A command of `npm run audit`, each in a file of its own. */
export type AuditCommand = {
  /** What follows its word besides options. */
  form: string
  /** In a line of the help. */
  does: string
  /** With what was typed behind its word. It sets the exit status: 0 well, 1 not, 2 not understood. */
  run(argv: readonly string[]): Promise<void>
}
