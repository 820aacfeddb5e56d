import { type FileTarget, memoryTarget } from './file-target.ts'

declare global {
  interface Window {
    /** Not in every browser. */
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>
  }
}

/** Null when the person chose no file. The browser shows its dialog only right after a press. */
export async function chooseFileTarget(name: string, bytesMax: number): Promise<FileTarget | null> {
  if (window.showSaveFilePicker === undefined) return memoryTarget(bytesMax, blob => offerDownload(name, blob))
  try {
    const handle = await window.showSaveFilePicker({ suggestedName: name })
    return await handle.createWritable()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

function offerDownload(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
