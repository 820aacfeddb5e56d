type Deps = {
  takeTurn(): Promise<void>
  /** False while a reading would disturb the person, or not be seen. */
  mayReload(): boolean
  reload(): void
  gapMs(round: number): number
}

/** Reads again and again until the returned function is called. A reading that may not happen is left out. */
export function startPoll({ takeTurn, mayReload, reload, gapMs }: Deps): () => void {
  let round = 0
  let isOver = false
  let timer: ReturnType<typeof setTimeout>
  const readInTurn = async () => {
    if (mayReload()) {
      await takeTurn()
      if (!isOver && mayReload()) reload()
    }
    if (!isOver) wait()
  }
  const wait = () => {
    timer = setTimeout(() => void readInTurn(), gapMs(round))
    round += 1
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
