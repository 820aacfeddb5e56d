import { ServerInterceptingCall, type ServerOptions } from '@grpc/grpc-js'

/** Bytes of one call in flight before its next message waits, which bounds memory. */
const BYTES_AHEAD_MAX = 64 * 1024

/**
 * grpc-js waits after each message until the operating system has taken it: a system call and a turn of the event loop
 * each. Here a message counts as sent while few bytes are in flight, and messages of one turn leave together.
 */
class SendAheadCall extends ServerInterceptingCall {
  private bytesAhead = 0
  private sendNext: (() => void) | undefined

  override sendMessage(message: Buffer, sent: () => void): void {
    this.bytesAhead += message.length
    super.sendMessage(message, () => {
      this.bytesAhead -= message.length
      const { sendNext } = this
      if (sendNext === undefined || this.bytesAhead >= BYTES_AHEAD_MAX) return
      this.sendNext = undefined
      sendNext()
    })
    if (this.bytesAhead < BYTES_AHEAD_MAX) sent()
    else this.sendNext = sent
  }
}

/** Above the real server's 16 MiB: a client meets the limit of appends and not one that ends its connection. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024

export const serverOptions: ServerOptions = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': -1,
  // Unused statistics, counted at every message.
  'grpc.enable_channelz': 0,
  interceptors: [(_method, call) => new SendAheadCall(call)],
}
