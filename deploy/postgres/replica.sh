#!/bin/sh
# Starts a PostgreSQL that follows $PRIMARY, by the command that is given; copies it first when the folder is empty.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted begins again, under a slot of its own.
  rm -rf "$PGDATA.new"
  export PGPASSWORD="$REPLICATION_PASSWORD"
  psql --host="$PRIMARY" --username=replicator --dbname=postgres --quiet --command \
    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'replica' and not active" >/dev/null
  pg_basebackup --host="$PRIMARY" --username=replicator --pgdata="$PGDATA.new" --write-recovery-conf \
    --create-slot --slot=replica --wal-method=stream --checkpoint=fast
  mv "$PGDATA.new" "$PGDATA"
fi
# A former primary, or a standby that was promoted, would take writes besides $PRIMARY.
if [ ! -e "$PGDATA/standby.signal" ]; then
  echo "This PostgreSQL follows none. Was it promoted, add compose.promoted.yaml; else remove its volume (docs/deployment.md)." >&2
  exit 1
fi
exec "$@"
