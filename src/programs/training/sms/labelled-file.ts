import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandError } from '#terminal/command-line.ts'

const LabelledMessage = z.object({
  id: z.string(),
  language: z.string(),
  form: z.string(),
  honest: z.boolean(),
  text: z.string(),
  sender: z.string().nullish(),
  theft_of_code: z.boolean().optional(),
  official_link: z.boolean().optional(),
})
export type LabelledMessage = z.infer<typeof LabelledMessage>

/** The labelled messages of a file, one JSON object a line. Throws a CommandError that names the line which is none. */
export async function readLabelled(file: string): Promise<LabelledMessage[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} can't be read: ${error.message}`)
  })
  return parseLabelled(file, text)
}

/** Throws as `readLabelled`; `file` is for the error alone. */
export function parseLabelled(file: string, text: string): LabelledMessage[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    try {
      return [LabelledMessage.parse(JSON.parse(line))]
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
      throw new CommandError(`${file}, line ${at + 1}: ${reason}`)
    }
  })
}
