-- Computed after the counts of a save or a run are stored: until then fewer pages may be stored than it says.
alter table analysis drop constraint analysis_check2,
  add constraint analysis_analyzable_page_count_check check (analyzable_page_count >= 0);
