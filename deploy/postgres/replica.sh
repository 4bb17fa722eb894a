#!/bin/sh
# Starts a PostgreSQL that follows `postgres`; copies it first when the folder is empty. Parameters are passed on to postgres.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted begins again, under a slot of its own.
  rm -rf "$PGDATA.new"
  export PGPASSWORD="$REPLICATION_PASSWORD"
  psql --host=postgres --username=replicator --dbname=postgres --quiet --command \
    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'replica' and not active" >/dev/null
  pg_basebackup --host=postgres --username=replicator --pgdata="$PGDATA.new" --write-recovery-conf \
    --create-slot --slot=replica --wal-method=stream --checkpoint=fast
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres "$@"
