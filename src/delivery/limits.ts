/** Tests start the engine with smaller limits. */
export const DELIVERY_LIMITS = {
  /** Spec: "no response within 30 seconds"; one budget for DNS, connect, TLS, headers and body. */
  attemptMs: 30_000,
  /** As much of a response as is kept. */
  responseBytes: 16_384,
  /** Two more than a lost heartbeat; the deliveries of a killed process wait no longer. */
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  /** NOTIFY wakes at once; polls find what a lost notification or a crash left behind. */
  pollMs: 1_000,
  /** Per process; as many again go to endpoints that were quick and hang. Each takes a socket and 16 KiB. */
  inFlightMax: 1_024,
  /** Of `inFlightMax`, for any client; the others are reserved, one for each client that has none. */
  sharedMax: 896,
  /** Of all, for slow, hanging and failing endpoints, so that these never crowd out the others; shared likewise. */
  slowInFlightMax: 512,
  slowSharedMax: 384,
  /**
   * An endpoint is slow when its average response takes longer, and hangs when nothing arrives for so long. A failed
   * attempt keeps its slot for so long: failing fast gives an endpoint no advantage over a slow one.
   */
  slowMs: 1_000,
  /** Consecutive failures after which an endpoint counts as failing; one success ends that. */
  failingAfter: 3,
  /** Concurrency window per endpoint and process; it grows by one with each response. */
  windowStart: 1,
  windowMax: 64,
  /** Deliveries leased ahead per slot, so that a slot never waits for a claim. */
  prefetchPerSlot: 4,
  /** Consecutive attempts without a response after which the circuit opens: the endpoint gets only probes. */
  breakerAfter: 5,
  breakerProbeMs: 1_000,
  /** Per transaction of the enqueuer: more is cheaper, fewer let an event through a flood sooner. */
  enqueueMax: 200,
  claimMax: 512,
  outcomeMax: 256,
  /** Between statements with outcomes. A process that is killed has as much more that is sent again. */
  outcomeGapMs: 100,
  /** Per claim, for a disabled endpoint: they end without a request. */
  disabledClaimMax: 256,
  /** Health fails when events or deliveries wait, and none was enqueued or sent for so long. */
  lateMs: 30_000,
  maintenanceMs: 1_000,
  /** For a clock that was ahead only between two checks. A check of a million waiting deliveries takes a second. */
  clockCheckMs: 300_000,
  recoverChunk: 5_000,
  /** Deliveries of one replay in the queue at a time: new events wait for no more than these. */
  replayWaitingMax: 32,
  /** Events that a replay reads per step: how far a failing object can fall behind the others. */
  replayWindow: 1_000,
  replayMs: 100,
  reportChunk: 100,
  /** Events and deliveries are kept at least so long; whole days are dropped. */
  retentionDays: 30,
  /** A year, and the same month of the year before. */
  statisticsDays: 400,
  retentionMs: 3_600_000,
  /** For the metric of the queue's depth; counting 100,000 takes about 10 ms. */
  depthMs: 10_000,
  /** One attempt, for requests in flight at a stop. */
  stopMs: 31_000,
  /** After a failed round with the database or the event store. */
  pauseMs: 500,
}
export type DeliveryLimits = typeof DELIVERY_LIMITS
