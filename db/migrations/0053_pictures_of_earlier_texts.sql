-- The earlier texts with pictures: they can be restored, so their files are not deleted.
create index audit_text_pictures_idx on audit (id)
 where resource in ('caseFiles', 'analysis') and before @? '$.*.content[*].insert.picture';
