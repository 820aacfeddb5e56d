/** `off`: no page is visible, or the role may not read events. `lost`: pages read again by themselves. */
export type LiveState = { is: 'off' } | { is: 'live' } | { is: 'lost'; sinceMs: number }
