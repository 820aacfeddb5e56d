/** How often a slow proof repeats itself: a few times in a whole run, all of them with DEPTH=full. */
export function depth(few: number, all: number): number {
  return process.env.DEPTH === 'full' ? all : few
}
