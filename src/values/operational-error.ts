/** An error that the operator can correct: programs print its message without a stack. */
export class OperationalError extends Error {}
