import type { z } from 'zod'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import type { ErrorCode, Rejection } from '#values/errors.ts'

/** `time` is ISO 8601 in UTC. `id` identifies the message among its client's of this kind. */
export type InboundMessage<Data = unknown> = { id: string; time: string; data: Data }

/** A repeated message is a duplicate: it changed nothing. */
export type Recording = 'recorded' | 'duplicate'

/** One kind of message that other services send: `security.in.<client_id>.<kind>`. */
export type InboundKind<ModuleConfig = unknown> = {
  /** The end of its subject, which may have dots. Permanent. */
  kind: string
  /** For the AsyncAPI document; `name` of the message is unique in it. */
  name: string
  summary: string
  description: string
  /** Of `data`. */
  schema: z.ZodType
  example: unknown
  /** The code for `data` that does not follow the schema; INVALID_REQUEST by default. */
  invalid?: ErrorCode
  /** The code for `data` that lacks a required field; that of `invalid` by default. */
  missing?: ErrorCode
  /** Whether the same message may be taken later, because it names what is not there yet. */
  isTooEarly?(refusal: Rejection): boolean
  /**
   * The record that data name, with its person: if that person is erased, a message that is refused is dropped. Null
   * where there is none. The data may be anything.
   */
  findRecord?(
    service: Pick<Service, 'execute'>,
    client_id: string,
    data: Record<string, unknown>,
  ): Promise<{ stream: string; user_id: string } | null>
  /** Runs the command that the route runs. Throws its Rejection. The same message may be taken again at any time. */
  take(service: Service<ModuleConfig>, context: Context, message: InboundMessage): Promise<Recording>
}

/** Infers the type of `data` from the schema. */
export function inboundKind<ModuleConfig, Schema extends z.ZodType>(
  kind: Omit<InboundKind<ModuleConfig>, 'schema' | 'take'> & {
    schema: Schema
    take(
      service: Service<ModuleConfig>,
      context: Context,
      message: InboundMessage<z.output<Schema>>,
    ): Promise<Recording>
  },
): InboundKind<ModuleConfig> {
  return kind as InboundKind<ModuleConfig>
}
