/** The client's package entry, `security-service-client`: all that an integrator may rely on. */
export { type Client, type ClientOptions, createClient } from './client.ts'
export { type ErrorCode, NoAnswerError, ServiceError } from './errors.ts'
export type { components, operations, paths } from './openapi.ts'
export type { Answer, CallOptions, Input, OperationName, WebhookEvent, WebhookEventType } from './types.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.ts'
