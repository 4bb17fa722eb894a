-- Each row that is sealed is compared with the first seal of higher ids, by this index alone.
create index audit_seals_last_id_idx on audit_seals (last_id, transaction_id);
