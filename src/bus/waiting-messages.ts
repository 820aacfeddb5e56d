import type { StreamWithSubjects } from '#edge/nats/jetstream.ts'
import { isToken, NO_NAME, parseInboundSubject } from './inbound/subject.ts'

/** Messages that wait to be taken in. */
export type WaitingMessages = {
  /** By client, the most first. */
  clients: { client_id: string; messages: number }[]
  /** Of one client and kind, which is what BUS_IN_WAITING limits; the most first. */
  queues: { client_id: string; messages: number }[]
  /** Arrival of the oldest one, in ms; null if none waits. */
  oldestAt: number | null
}

/** Of the inbound stream, with its subjects. */
export function waitingIn({ state }: StreamWithSubjects): WaitingMessages {
  const queues = Object.entries(state.subjects ?? {}).map(([subject, messages]) => {
    const { client_id } = parseInboundSubject(subject)
    return { client_id: isToken(client_id) ? client_id : NO_NAME, messages }
  })
  const byClient = new Map<string, number>()
  for (const { client_id, messages } of queues) byClient.set(client_id, (byClient.get(client_id) ?? 0) + messages)
  const clients = [...byClient].map(([client_id, messages]) => ({ client_id, messages }))
  const most = (one: { messages: number }, other: { messages: number }) => other.messages - one.messages
  return {
    clients: clients.sort(most),
    queues: queues.sort(most),
    oldestAt: state.messages === 0 ? null : Date.parse(String(state.first_ts)),
  }
}
