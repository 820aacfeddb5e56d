import type { ServerOptions } from '@grpc/grpc-js'
import { SendAheadCall } from './send-ahead.ts'

/** Above the real server's 16 MiB, so that the limit a client meets is the one on appends and not one that kills its connection. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024

/** How grpc-js serves the node's calls. */
export const serverOptions: ServerOptions = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': -1,
  // Statistics that nobody asks for, counted at every message.
  'grpc.enable_channelz': 0,
  interceptors: [(_method, call) => new SendAheadCall(call)],
}
