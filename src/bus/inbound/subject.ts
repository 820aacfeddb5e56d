import { DEAD_SUBJECT, INBOUND_SUBJECT } from '#bus/streams.ts'

/** A name that has one meaning in every subject: without dots, wildcards and spaces. */
const TOKEN = /^[\w-]{1,128}$/
/** NATS closes the connection on which a subject of about 4,000 characters is published. */
const KIND_LENGTH_MAX = 256
/** In place of a name that is none. */
export const NO_NAME = '_'

export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** `kind` may have dots; both may be anything that the broker takes. */
export function parseInboundSubject(subject: string): { client_id: string; kind: string } {
  const rest = subject.slice(INBOUND_SUBJECT.length + 1)
  const dot = rest.indexOf('.')
  return dot < 0 ? { client_id: rest, kind: '' } : { client_id: rest.slice(0, dot), kind: rest.slice(dot + 1) }
}

/** Of a message that was refused. A message has the same subject in every process. */
export function deadSubject({ client_id, kind }: { client_id: string; kind: string }, place: string): string {
  const client = isToken(client_id) ? client_id : NO_NAME
  const named = kind.length <= KIND_LENGTH_MAX && kind.split('.').every(isToken) ? kind : NO_NAME
  return `${DEAD_SUBJECT}.${client}.${place}.${named}`
}

/** Null where the client or the kind is no name: such a message can't be sent again. */
export function parseDeadSubject(subject: string): { client_id: string; kind: string } | null {
  const [client_id = '', _place, ...kind] = subject.slice(DEAD_SUBJECT.length + 1).split('.')
  const isNamed = client_id !== NO_NAME && kind.length > 0 && !kind.includes(NO_NAME)
  return isNamed ? { client_id, kind: kind.join('.') } : null
}
