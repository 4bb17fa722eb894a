-- How sure an analysis is, is shown in words: its number finds no row of a long list, as it finds none of a short one.
alter table analysis alter column list_text set expression as
  (fold_text(case_numbers_text || ' ' || title || ' ' || coalesce(day_text(date), '') || ' '
    || coalesce(content_start_page::text, '') || ' ' || coalesce(analyzable_page_count::text, '')));
