#!/bin/sh
# Runs once, in an empty PostgreSQL: the roles and the database of Hukum, and the role of a replica.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 \
  --set database_password="$DATABASE_PASSWORD" --set replication_password="$REPLICATION_PASSWORD" <<'SQL'
create role hukum login password :'database_password';
create role hukum_audit;
create role replicator login replication password :'replication_password';
create database hukum owner hukum;
revoke connect on database hukum from public;
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
