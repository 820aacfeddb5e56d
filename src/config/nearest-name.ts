/** Names this long may differ in two characters, shorter ones in one: between HOST and PORT, or PATH and PORT, there are two. */
const LONG = 8

/** The known name that somebody who wrote `given` has probably meant, if there is one that is so near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const near = known
    .map(name => ({ name, apart: distance(plain(given), plain(name)) }))
    .filter(({ name, apart }) => apart <= (name.length < LONG ? 1 : 2))
  return near.sort((a, b) => a.apart - b.apart)[0]?.name
}

/** Case and what stands between words are the first to be misremembered. */
function plain(name: string): string {
  return name.toUpperCase().replace(/[_-]/g, '')
}

/** How many characters have to be added, left out or replaced (Levenshtein). */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, of] of [...a].entries()) {
    const here = [row + 1]
    for (const [column, to] of [...b].entries())
      here.push(Math.min(above[column]! + (of === to ? 0 : 1), above[column + 1]! + 1, here[column]! + 1))
    above = here
  }
  return above.at(-1)!
}
