-- A person is saved also where only his roles or his subscription change, which lie in tables of their own: such a save
-- touches `updated_at`. What his form does not show, a picture or a password that he chose, makes no form of it late.
drop trigger users_version on users;
create trigger users_version
  before update of name, email, active, is_locked, updated_at, deleted_at on users
  for each row execute function count_version();
