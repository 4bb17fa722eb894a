-- Keys of saves: a save that is repeated with its key is answered from here. Rows are deleted after a day.
create table idempotency_keys (
  -- No foreign key: its lock on the user and a save of that user would wait for each other.
  user_id bigint not null,
  endpoint text not null,
  key text not null check (key ~ '^[A-Za-z0-9_-]{16,64}$'),
  -- SHA-256 of the body.
  body_hash bytea not null check (length(body_hash) = 32),
  -- The answer, sealed. It is missing only while the transaction of the save runs.
  answer text,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
