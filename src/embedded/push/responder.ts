/** A message as it came to a network. */
export type ReceivedMessage = { token: string; headers: Record<string, string>; payload: unknown }

/** What a network does with it, in the words of either; how each says so on the wire is the servers' business. */
export type SandboxReply =
  | { do: 'accept' }
  /** APNs' or FCM's own reason and status; `retryAfter` as the header says it; `timestamp`: since when a token is dead. */
  | { do: 'refuse'; status: number; reason: string; retryAfter?: string; timestamp?: number; details?: object[] }
  /** Says nothing, and goes on saying nothing. */
  | { do: 'hang' }
  /** Ends the connection in the middle of it. */
  | { do: 'reset' }
  /** Tells the client to go away; FCM, which has no such word, ends the connection. */
  | { do: 'go_away' }

export type Responder = (incoming: ReceivedMessage) => SandboxReply
/** One that may take its time. */
export type AsyncResponder = (incoming: ReceivedMessage) => SandboxReply | Promise<SandboxReply>
