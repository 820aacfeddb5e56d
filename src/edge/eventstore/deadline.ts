import { OwnDeadline } from './errors.ts'

/** Rejects with OwnDeadline when the work has given no answer in time; the work itself goes on. */
export async function withDeadline<T>(ms: number, doing: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OwnDeadline(`${doing}: no answer in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
