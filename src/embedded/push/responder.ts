export type ReceivedMessage = { token: string; headers: Record<string, string>; payload: unknown }

/** The reply of a sandbox network; its server translates it to the wire format. */
export type SandboxReply =
  | { do: 'accept' }
  /** Reason and status of APNs or FCM; `retryAfter`: value of the header; `timestamp`: since when a token is dead. */
  | { do: 'refuse'; status: number; reason: string; retryAfter?: string; timestamp?: number; details?: object[] }
  | { do: 'hang' }
  | { do: 'reset' }
  /** Sends GOAWAY; FCM, which has none, resets the connection. */
  | { do: 'go_away' }

export type Responder = (incoming: ReceivedMessage) => SandboxReply
export type AsyncResponder = (incoming: ReceivedMessage) => SandboxReply | Promise<SandboxReply>
