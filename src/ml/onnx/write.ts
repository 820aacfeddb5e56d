import protobuf from 'protobufjs/minimal.js'

/** Field numbers and enums: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const IR_VERSION = 8
const OPSET = 15
const OPSET_ML = 3
export const DOMAIN_ML = 'ai.onnx.ml'
export const PRODUCER = 'security-service'
const ATTRIBUTE = { float: { field: 2, type: 1 }, int: { field: 3, type: 2 }, text: { field: 4, type: 3 } } as const
const ATTRIBUTES = { floats: { field: 7, type: 6 }, ints: { field: 8, type: 7 }, texts: { field: 9, type: 8 } } as const
const ELEMENT = { float: 1, int8: 3, int32: 6, int64: 7 } as const
export type Element = keyof typeof ELEMENT

export type Write = (writer: protobuf.Writer) => void

export type Graph = {
  name: string
  nodes: readonly Write[]
  inputs: readonly Write[]
  outputs: readonly Write[]
  initializers?: readonly Write[]
  metadata: Readonly<Record<string, string>>
}

/** Deterministic: the same graph gives the same bytes. */
export function onnxModel({ name, nodes, inputs, outputs, initializers = [], metadata }: Graph): Uint8Array {
  return message(model => {
    model.uint32(tag(1)).int64(IR_VERSION)
    text(model, 2, PRODUCER)
    nested(model, 7, graph => {
      for (const node of nodes) nested(graph, 1, node)
      text(graph, 2, name)
      for (const initializer of initializers) nested(graph, 5, initializer)
      for (const input of inputs) nested(graph, 11, input)
      for (const output of outputs) nested(graph, 12, output)
    })
    nested(model, 8, opset('', OPSET))
    nested(model, 8, opset(DOMAIN_ML, OPSET_ML))
    for (const [key, value] of Object.entries(metadata))
      nested(model, 14, entry => {
        text(entry, 1, key)
        text(entry, 2, value)
      })
  })
}

export function node(
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: Write[] = [],
  domain = '',
): Write {
  return writer => {
    for (const input of inputs) text(writer, 1, input)
    text(writer, 2, output)
    text(writer, 4, type)
    for (const attribute of attributes) nested(writer, 5, attribute)
    if (domain !== '') text(writer, 7, domain)
  }
}

export function scalarAttribute(name: string, kind: 'int' | 'text', value: number | string): Write {
  const { field, type } = ATTRIBUTE[kind]
  return writer => {
    text(writer, 1, name)
    if (typeof value === 'string') text(writer, field, value)
    else writer.uint32(tag(field)).int64(value)
    writer.uint32(tag(20)).int32(type)
  }
}

export function listAttribute(
  name: string,
  kind: keyof typeof ATTRIBUTES,
  values: readonly (number | string)[],
): Write {
  const { field, type } = ATTRIBUTES[kind]
  return writer => {
    text(writer, 1, name)
    for (const value of values)
      if (typeof value === 'string') text(writer, field, value)
      else if (kind === 'ints') writer.uint32(tag(field)).int64(value)
      else writer.uint32(tag(field, FIXED_32)).float(value)
    writer.uint32(tag(20)).int32(type)
  }
}

export function valueInfo(name: string, width: number | string, element: Element = 'float'): Write {
  return writer => {
    text(writer, 1, name)
    nested(writer, 2, type =>
      nested(type, 1, tensor => {
        tensor.uint32(tag(1)).int32(ELEMENT[element])
        nested(tensor, 2, shape => {
          nested(shape, 1, rows => text(rows, 2, 'rows'))
          nested(shape, 1, columns => {
            if (typeof width === 'string') text(columns, 2, width)
            else columns.uint32(tag(1)).int64(width)
          })
        })
      }),
    )
  }
}

export function constant(name: string, element: Element, dimensions: readonly number[], bytes: Uint8Array): Write {
  return writer => {
    for (const dimension of dimensions) writer.uint32(tag(1)).int64(dimension)
    writer.uint32(tag(2)).int32(ELEMENT[element])
    text(writer, 8, name)
    writer.uint32(tag(9, LENGTH_DELIMITED)).bytes(bytes)
  }
}

export function elementCode(element: Element): number {
  return ELEMENT[element]
}

function opset(domain: string, version: number): Write {
  return writer => {
    text(writer, 1, domain)
    writer.uint32(tag(2)).int64(version)
  }
}

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

function tag(field: number, wire = VARINT): number {
  return field * 8 + wire
}

function text(writer: protobuf.Writer, field: number, value: string): void {
  writer.uint32(tag(field, LENGTH_DELIMITED)).string(value)
}

function nested(writer: protobuf.Writer, field: number, write: Write): void {
  writer.uint32(tag(field, LENGTH_DELIMITED)).fork()
  write(writer)
  writer.ldelim()
}

function message(write: Write): Uint8Array {
  const writer = protobuf.Writer.create()
  write(writer)
  return writer.finish()
}
