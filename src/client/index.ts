/** The public API of the package `security-service-client`. */
export { type Client, type ClientOptions, createClient } from './client.ts'
export { type ErrorCode, NoAnswerError, ServiceError } from './errors.ts'
export type { components, operations, paths } from './openapi.ts'
export type { StreamItem, StreamOptions, StreamState } from './stream-events.ts'
export type { Answer, CallOptions, FileUpload, Input, OperationName, WebhookEvent, WebhookEventType } from './types.ts'
export { type ProofKey, type ProofProblem, ProofVerificationError, verifyProof } from './verify-proof.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.ts'
