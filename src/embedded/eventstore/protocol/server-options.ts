import type { ServerOptions } from '@grpc/grpc-js'
import { SendAheadCall } from './send-ahead.ts'

/** Above the real server's 16 MiB: a client meets the limit of appends and not one that ends its connection. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024

export const serverOptions: ServerOptions = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': -1,
  // Unused statistics, counted at every message.
  'grpc.enable_channelz': 0,
  interceptors: [(_method, call) => new SendAheadCall(call)],
}
