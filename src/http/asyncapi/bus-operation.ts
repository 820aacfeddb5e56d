import type { z } from 'zod'

/** One kind of message on the bus, for `/asyncapi.json`. A test checks each example against its schema. */
export type BusMessage = { name: string; summary: string; schema: z.ZodType; example: unknown }

export type BusOperation = {
  /** Unique in the document. */
  id: string
  subject: string
  /** As the service does it. */
  action: 'send' | 'receive'
  summary: string
  description: string
  message: BusMessage
  /** To the sender's reply subject. */
  reply?: BusMessage
}
