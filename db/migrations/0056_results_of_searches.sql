-- All results of a search, near matches included, which `count` leaves out: an opened one has its rank among them.
alter table search_traces add column result_count bigint not null default 0 check (result_count >= 0);
