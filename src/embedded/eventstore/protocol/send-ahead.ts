import { ServerInterceptingCall } from '@grpc/grpc-js'

/** Bytes of one call that may be on their way before its next message waits. Bounds the memory of a call whose caller does not read. */
const BYTES_AHEAD_MAX = 64 * 1024

/**
 * grpc-js waits after each message until the operating system has taken it: a system call and a turn of the event loop for every event
 * that is read and every append that is answered. Here a message counts as sent as long as little is on its way, and what is said in
 * one turn leaves together.
 */
export class SendAheadCall extends ServerInterceptingCall {
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
