/**
 * Protocol Buffers by hand, for the calls that run thousands of times a second. Everything else uses the client's generated code;
 * here decoding is a walk over the bytes and encoding is one buffer of the exact size, which costs a third of the generated way.
 */

/** Wire types of the Protocol Buffers encoding that EventStoreDB's messages use. */
const VARINT = 0
const FIXED64 = 1
const LENGTH = 2
const FIXED32 = 5

/** Thrown when bytes end early or carry an unknown wire type; the call is answered with an error, nothing is stored. */
export class MalformedMessage extends Error {}

/** Walks the fields of one message: `while (reader.next()) switch (reader.field) …`; fields not read are skipped. */
export class WireReader {
  field = 0
  private readonly bytes: Buffer
  private position: number
  private readonly end: number
  private wireType = -1

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.position = start
    this.end = end
  }

  /** Moves to the next field; false at the end of the message. */
  next(): boolean {
    if (this.wireType >= 0) this.skip()
    if (this.position >= this.end) return false
    const tag = this.readVarint()
    this.field = tag >>> 3
    this.wireType = tag & 7
    return true
  }

  /** An unsigned integer. Beyond 2^53 the value is rounded, which is far above every position and revision this node hands out. */
  number(): number {
    this.wireType = -1
    return this.readVarint()
  }

  bool(): boolean {
    return this.number() !== 0
  }

  /** All 64 bits of an integer, for halves of a structured UUID. */
  bits64(): bigint {
    this.wireType = -1
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new MalformedMessage('integer longer than ten bytes')
  }

  /** The bytes of this field, as a view on the message (no copy). */
  view(): Buffer {
    const length = this.lengthPrefix()
    const start = this.position
    this.position += length
    return this.bytes.subarray(start, this.position)
  }

  text(): string {
    const length = this.lengthPrefix()
    const start = this.position
    this.position += length
    return this.bytes.toString('utf8', start, this.position)
  }

  /** A reader over the message inside this field. */
  message(): WireReader {
    const length = this.lengthPrefix()
    const start = this.position
    this.position += length
    return new WireReader(this.bytes, start, this.position)
  }

  private lengthPrefix(): number {
    if (this.wireType !== LENGTH) throw new MalformedMessage(`field ${this.field} is not length-delimited`)
    this.wireType = -1
    const length = this.readVarint()
    if (this.position + length > this.end) throw new MalformedMessage(`field ${this.field} ends beyond its message`)
    return length
  }

  private skip(): void {
    if (this.wireType === VARINT) this.readVarint()
    else if (this.wireType === LENGTH) {
      const length = this.lengthPrefix()
      this.position += length
    } else if (this.wireType === FIXED64) this.position += 8
    else if (this.wireType === FIXED32) this.position += 4
    else throw new MalformedMessage(`wire type ${this.wireType}`)
    this.wireType = -1
  }

  private readVarint(): number {
    let byte = this.byte()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let scale = 0x80
    for (let i = 1; i < 10; i++) {
      byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
    throw new MalformedMessage('integer longer than ten bytes')
  }

  private byte(): number {
    if (this.position >= this.end) throw new MalformedMessage('message ends inside a field')
    return this.bytes[this.position++]!
  }
}

/** Bytes that `value` takes as a varint. */
export function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++
  return size
}

/** Bytes of a length-delimited field (one-byte tag) whose content has `length` bytes. */
export function fieldSize(length: number): number {
  return 1 + varintSize(length) + length
}

/** Fills a buffer of a size the caller has computed; `finish` proves the computation right. */
export class WireWriter {
  private readonly bytes: Buffer
  private position = 0

  constructor(size: number, bytes = Buffer.allocUnsafe(size)) {
    this.bytes = bytes
  }

  /** Tag and length of a length-delimited field; the caller writes the content next. */
  open(field: number, length: number): this {
    this.bytes[this.position++] = (field << 3) | LENGTH
    return this.varint(length)
  }

  number(field: number, value: number): this {
    this.bytes[this.position++] = (field << 3) | VARINT
    return this.varint(value)
  }

  /** A varint field whose encoded value the caller already has. */
  numberBytes(field: number, encoded: Uint8Array): this {
    this.bytes[this.position++] = (field << 3) | VARINT
    return this.raw(encoded)
  }

  text(field: number, value: string, byteLength: number): this {
    this.open(field, byteLength)
    this.position += this.bytes.write(value, this.position, byteLength, byteLength === value.length ? 'latin1' : 'utf8')
    return this
  }

  field(field: number, content: Uint8Array): this {
    return this.open(field, content.length).raw(content)
  }

  raw(content: Uint8Array): this {
    this.bytes.set(content, this.position)
    this.position += content.length
    return this
  }

  finish(): Buffer {
    if (this.position !== this.bytes.length)
      throw new Error(`wrote ${this.position} of ${this.bytes.length} bytes: a size was computed wrong`)
    return this.bytes
  }

  private varint(value: number): this {
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.position++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.bytes[this.position++] = rest
    return this
  }
}
