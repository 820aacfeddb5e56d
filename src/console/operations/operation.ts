/** A parameter of an operation, as `/openapi.json` has it. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: { type?: string; enum?: readonly string[] }
}

export type ApiOperation = {
  name: string
  method: string
  path: string
  title: string
  description: string
  /** Its section in the reference. */
  tag: string
  scope: string | null
  /** Null: any role that has the scope. */
  roles: readonly string[] | null
  /** Only for users of the client that runs the service. */
  isPlatformOnly: boolean
  parameters: readonly Parameter[]
  /** Of its first content type; null: it takes no body. */
  body: { type: string; example: unknown } | null
  /** It takes an Idempotency-Key. */
  hasKey: boolean
  /** Null: it can be sent from a page. */
  obstacle: string | null
}
