/** A test checks each example against the schemas. */
export type Example = { body?: unknown; responses: Record<number, unknown> }

/** By `operationId`. */
export type Examples = Record<string, Example>
