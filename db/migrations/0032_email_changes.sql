-- A changed e-mail address waits until the new one confirms it by a link, and the old one can revert it by another.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('login', 'register', 'reset', 'first', 'email-change', 'email-revert'));
