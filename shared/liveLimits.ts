/** Ours: limits of a socket and its channels. */
export const liveLimits = {
  frame_bytes: 65_536,
  channels: 20,
  messages_per_second: 10,
  /** The burst above that rate, as after a reconnection. */
  message_burst: 30,
  activity_seconds: 120,
  pong_seconds: 30,
  /** A socket that has not signed in, by a subscription, is closed after this time. */
  unsubscribed_seconds: 10,
  /** The lifetime of a channel authorization. */
  channel_auth_seconds: 60,
  channel_letters: 200,
  /** The largest line of a text that a user may report. */
  line: 1_000_000,
  /** The largest position in the order of changes. */
  sequence: 1_000_000_000_000_000,
  /** The send buffer of a slow client before it is disconnected. */
  send_buffer_bytes: 1_048_576,
  /** The longest time that sending blocks the event loop. */
  send_slice_ms: 10,
  /** How long missed events can be replayed. */
  replay_minutes: 60,
  /** With more missed events the client reloads the list. */
  replay_events: 500,
  sockets: 20_000,
  sockets_per_session: 20,
  /** The presence timeout on an external broadcaster; hidden tabs send one heartbeat a minute. */
  external_presence_seconds: 70,
  /** The timeout of a request to the external broadcaster; it is then retried. */
  external_timeout_ms: 5000,
} as const
