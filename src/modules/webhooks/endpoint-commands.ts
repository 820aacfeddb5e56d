import { disableWebhook } from '#commands/webhooks/disable-webhook.ts'
import { reportExhausted } from '#commands/webhooks/report-exhausted.ts'
import type { EndpointCommands } from '#delivery/endpoint-commands.ts'

export const endpointCommands: EndpointCommands = { disableWebhook, reportExhausted }
