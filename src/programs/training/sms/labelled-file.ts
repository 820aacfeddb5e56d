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

/** One JSON object per line. Throws a CommandError with the invalid line. */
export async function readLabelled(file: string): Promise<LabelledMessage[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} can't be read: ${error.message}`)
  })
  return parseLabelled(file, text)
}

/** Throws as `readLabelled`. */
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
