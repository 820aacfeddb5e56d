import protobuf from 'protobufjs/minimal.js'

/** Values by field number. Length-delimited ones stay bytes until their type is known. */
export type Fields = Map<number, (number | Uint8Array)[]>

export function metadataOf(model: Fields): Record<string, string> {
  return Object.fromEntries(messagesIn(model, 14).map(entry => [textIn(entry, 1), textIn(entry, 2)] as const))
}

export function fieldsOf(bytes: Uint8Array): Fields {
  const reader = protobuf.Reader.create(bytes)
  const fields: Fields = new Map()
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const values = fields.get(tag >>> 3) ?? []
    fields.set(tag >>> 3, values)
    values.push(scalarOf(reader, tag & 7))
  }
  return fields
}

/** Whole numbers of these models are small and never negative. */
function scalarOf(reader: protobuf.Reader, wire: number): number | Uint8Array {
  if (wire === 0) return reader.uint32()
  if (wire === 2) return reader.bytes()
  if (wire === 5) return reader.float()
  throw new Error(`it has a field of wire type ${wire}`)
}

export function messagesIn(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).map(value => {
    if (typeof value === 'number') throw new Error(`field ${field} is not a message`)
    return fieldsOf(value)
  })
}

export function bytesIn(fields: Fields, field: number): Uint8Array {
  const value = fields.get(field)?.[0]
  if (!(value instanceof Uint8Array)) throw new Error(`field ${field} contains no bytes`)
  return value
}

export function textIn(fields: Fields, field: number): string {
  return (fields.get(field) ?? []).map(textOf).join('')
}

export function textOf(value: number | Uint8Array): string {
  if (typeof value === 'number') throw new Error(`${value} is not a text`)
  return Buffer.from(value).toString()
}

export function numberOf(value: number | Uint8Array): number {
  if (typeof value !== 'number') throw new Error('expected a number, found a text')
  return value
}
