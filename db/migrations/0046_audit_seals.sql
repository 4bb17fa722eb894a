-- The audit log is sealed in batches by a hash chain, whose seals also go to a file. Rows are sealed in the order of
-- (transaction_id, id), up to the oldest transaction that still runs: none that commits later comes before the last seal.
alter table audit add column transaction_id xid8 not null default pg_current_xact_id();
create index audit_transaction_id_idx on audit (transaction_id, id);

-- A transaction has its number before its rows have theirs: a row with a lower id than a sealed one is of a transaction
-- that began before the seal, or was added behind it.
create function assign_transaction() returns trigger
language plpgsql
as $$
begin
  perform pg_current_xact_id();
  return null;
end
$$;
create trigger audit_transaction before insert on audit for each statement execute function assign_transaction();

create table audit_seals (
  number bigint primary key check (number > 0),
  sealed_at timestamptz not null,
  ids bigint[] not null check (ids <> '{}'),
  -- SHA-256 of each row, in the order of the ids.
  digests bytea not null check (length(digests) = 32 * cardinality(ids)),
  -- SHA-256 of the previous seal and of the columns above.
  seal bytea not null check (length(seal) = 32),
  -- The rest is of this database and not sealed: the last row that was looked at, the highest id that is sealed so far,
  -- and the transaction of the seal.
  through_transaction xid8 not null,
  through_id bigint not null,
  last_id bigint not null,
  transaction_id xid8 not null default pg_current_xact_id()
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  execute function refuse_change();
