/** Every limit of the delivery engine, with its unit and its reason. Tests start the engine with smaller ones. */
export const DELIVERY_LIMITS = {
  /** Spec: "no response within 30 seconds"; one budget for DNS, connect, TLS, headers and body. */
  attemptMs: 30_000,
  /** Decisions: as much of an answer as is kept. */
  responseBytes: 16_384,
  /** A lease outlives a lost heartbeat by two; a killed process holds its rows no longer. */
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  /** NOTIFY wakes at once; this finds what a lost notice or another process's crash left behind. */
  pollMs: 1_000,
  /**
   * Requests in flight per process, and as many again to endpoints that were quick and hang; a socket and up to 16 KiB
   * each.
   */
  inFlightMax: 1_024,
  /** Of those, for whoever comes first; the others are kept for clients that have none, one for each. */
  sharedMax: 896,
  /** Of all, for endpoints that are slow, hang or fail: they never crowd out the others. Shared likewise. */
  slowInFlightMax: 512,
  slowSharedMax: 384,
  /**
   * An endpoint is slow when it takes longer than this on average, and hangs when nothing was heard for so long. A failed attempt keeps its slot
   * for as long: an endpoint that fails fast gets no more out of a slot than one that is slow.
   */
  slowMs: 1_000,
  /** Failed attempts in a row after which an endpoint counts as failing; one success ends that. */
  failingAfter: 3,
  /** Requests in flight per endpoint and process: an unknown endpoint gets one, and one more with each answer. */
  windowStart: 1,
  windowMax: 64,
  /** Rows leased ahead per request slot, so that a slot never waits for a claim. */
  prefetchPerSlot: 4,
  /** Attempts in a row without an answer after which an endpoint is only probed. */
  breakerAfter: 5,
  breakerProbeMs: 1_000,
  /** Events per transaction of the enqueuer: more is cheaper, fewer let an event through a flood sooner. */
  enqueueMax: 200,
  /** Rows that one claim leases and one statement settles. */
  claimMax: 512,
  outcomeMax: 256,
  /** Deliveries of an endpoint that is off, settled without a request, per claim. */
  disabledClaimMax: 256,
  /** Health turns red when events or deliveries wait, and none was taken in or sent for so long. */
  lateMs: 30_000,
  /** How often the active process looks after recoveries, exhausted deliveries and failing endpoints. */
  maintenanceMs: 1_000,
  /** How often it looks for what a clock put off that was ahead so shortly that nobody saw it; a million waiting rows take a second. */
  clockCheckMs: 300_000,
  recoverChunk: 5_000,
  /** Deliveries of one replay that wait at the same time: what happens now has to wait for no more of them. */
  replayWaitingMax: 32,
  /** Events that a replay looks at in one step: as far as an object that fails can be behind the others. */
  replayWindow: 1_000,
  /** How soon a replay goes on when some of its deliveries have ended. */
  replayMs: 100,
  reportChunk: 100,
  /** Events and deliveries are kept at least this many days; whole days are dropped. */
  retentionDays: 30,
  retentionMs: 3_600_000,
  /** How often the waiting deliveries are counted for the metric; 100,000 take some 10 ms. */
  depthMs: 10_000,
  /** Time for requests in flight to end at a stop: one attempt. */
  stopMs: 31_000,
  /** Pause after a failed round with the database or the store. */
  pauseMs: 500,
}
export type DeliveryLimits = typeof DELIVERY_LIMITS
