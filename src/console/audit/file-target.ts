/** Where a file goes while it arrives. */
export type FileTarget = {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
  /** What was written is thrown away. */
  abort(): Promise<void>
}

/** A file that is larger than a browser without a way to the disk should hold. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

/** Keeps the file in memory until it is whole. */
export function memoryTarget(bytesMax: number, onWhole: (blob: Blob) => void): FileTarget {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  return {
    async write(chunk) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new FileTooLarge('the file is too large for the memory of this browser')
      chunks.push(chunk)
    },
    async close() {
      onWhole(new Blob(chunks))
      chunks = []
    },
    async abort() {
      chunks = []
    },
  }
}

/** Writes a file as it arrives. `onBytes` is called with the bytes so far. A failure leaves no part of it. */
export async function saveTo(
  target: FileTarget,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const reader = stream.getReader()
  let bytes = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await target.write(next.value)
      bytes += next.value.length
      onBytes(bytes)
    }
    await target.close()
  } catch (error) {
    await reader.cancel(error).catch(() => undefined)
    await target.abort().catch(() => undefined)
    throw error
  }
}
