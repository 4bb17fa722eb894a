-- Cases are also found by the English name of their court: a new one changes them as a new name does.
drop trigger courts_renamed on courts;
create trigger courts_renamed after update of name, name_en on courts
  for each row when (old.name is distinct from new.name or old.name_en is distinct from new.name_en)
  execute function log_renamed();
