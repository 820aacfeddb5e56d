/** `data`: null when the message only moves the id. */
export type Message = { id: string | undefined; event: string; data: string | null }

/** Of a stream of this service: lines end with LF, and each message has one line of data. */
export function createMessageParser(): (text: string) => Message[] {
  let rest = ''
  return text => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(parseMessage)
  }
}

function parseMessage(block: string): Message {
  const fields = new Map(
    block.split('\n').map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
    }),
  )
  return { id: fields.get('id'), event: fields.get('event') ?? 'message', data: fields.get('data') ?? null }
}
