/** What is told to whoever started a process in these words alone: they know what to do then, and a stack would bury it. */
export class OperationalError extends Error {}
