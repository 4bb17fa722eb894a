-- Up to which change a broadcaster outside was told. One row, which is locked by the server that tells it.
create table live_told_outside (sequence bigint not null);
insert into live_told_outside select coalesce(max(sequence), 0) from live_events;
