type Deps = {
  takeTurn(): Promise<void>
  /** False while a reading would disturb the person, or not be seen. */
  mayReload(): boolean
  reload(): void
  gapMs?: number
}

/** Events that come one after another cost one reading. */
const GAP_MS = 3_000

/** Reads once for all that happened while it waited: for its turn, for the gap, or until it may. */
export function createPacedReload({ takeTurn, mayReload, reload, gapMs = GAP_MS }: Deps) {
  let isWanted = false
  let isWaiting = false
  let isOver = false

  async function run(): Promise<void> {
    if (isWaiting || !isWanted || !mayReload()) return
    isWaiting = true
    await takeTurn().catch(() => undefined)
    if (!isOver && mayReload()) {
      isWanted = false
      reload()
      await new Promise(resolve => setTimeout(resolve, gapMs))
    }
    isWaiting = false
    if (!isOver) void run()
  }

  return {
    want(): void {
      isWanted = true
      void run()
    },
    /** What prevented it may be over. */
    retry: () => void run(),
    /** A person had it read. */
    settle(): void {
      isWanted = false
    },
    end(): void {
      isOver = true
    },
  }
}
