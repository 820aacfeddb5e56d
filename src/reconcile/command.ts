/** A command of `npm run reconcile`, each in a file of its own. */
export type ReconcileCommand = {
  /** What follows its word besides options. */
  form: string
  /** In a line of the help. */
  does: string
  /** With what was typed behind its word. It sets the exit status: 0 well, 1 not, 2 not understood. */
  run(argv: readonly string[]): Promise<void>
}
