import type { callOf, operations, webhooks } from './openapi.ts'

export type OperationName = keyof typeof callOf

type Empty = Record<never, never>
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Parameters<Name extends OperationName> = operations[Name]['parameters']

/** `{ [As]: … }` if the operation has the part; optional if the part may be left out. */
type Part<Of, Key extends string, As extends string> = Key extends keyof Of
  ? [NonNullable<Of[Key]>] extends [never]
    ? Empty
    : Empty extends Pick<Of, Key>
      ? { [name in As]?: NonNullable<Of[Key]> }
      : { [name in As]: NonNullable<Of[Key]> }
  : Empty

type Body<Of> = Of extends { requestBody: infer Given }
  ? { body: Json<Given> }
  : Of extends { requestBody?: infer Given }
    ? [NonNullable<Given>] extends [never]
      ? Empty
      : { body?: Json<NonNullable<Given>> }
    : Empty

type Media<Of> = Of extends { requestBody: { content: infer Content } } ? keyof Content : never

/** A file of any size: in Node `openAsBlob(path)`, in a browser what a person chose. */
export type FileUpload<Type> = { type: Type; content: Blob | Uint8Array<ArrayBuffer> | string }

type Given<Name extends OperationName> = (typeof callOf)[Name] extends { sends: 'file' }
  ? { body: FileUpload<Media<operations[Name]>> }
  : Body<operations[Name]>

/** Created once per call when needed and not given; kept for the retries. */
type Key<Name extends OperationName> = (typeof callOf)[Name]['key'] extends 'none' ? Empty : { idempotencyKey?: string }

export type Input<Name extends OperationName> = Part<Parameters<Name>, 'path', 'path'> &
  Part<Parameters<Name>, 'query', 'query'> &
  Given<Name> &
  Key<Name>

type Success = 200 | 201 | 202
type Responses<Name extends OperationName> = operations[Name]['responses']

/** A file is a stream of its bytes. */
export type Answer<Name extends OperationName> = (typeof callOf)[Name] extends { returns: 'file' }
  ? ReadableStream<Uint8Array<ArrayBuffer>>
  : {
      [Status in keyof Responses<Name>]: Status extends Success ? Json<Responses<Name>[Status]> : never
    }[keyof Responses<Name>]

export type CallOptions = {
  signal?: AbortSignal
  /** For operations that send or return a file there is none by default. */
  timeoutMs?: number
}

export type Operations = {
  [Name in OperationName]: (
    ...given: Empty extends Input<Name>
      ? [input?: Input<Name>, options?: CallOptions]
      : [input: Input<Name>, options?: CallOptions]
  ) => Promise<Answer<Name>>
}

export type WebhookEventType = keyof webhooks

type Delivered<Type extends WebhookEventType> = webhooks[Type] extends { post: { requestBody: infer Given } }
  ? Json<Given>
  : never

/** The body of a webhook delivery; `event.type` determines the type of its data. */
export type WebhookEvent = { [Type in WebhookEventType]: Delivered<Type> }[WebhookEventType]
