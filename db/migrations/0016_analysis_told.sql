-- Whatever runs an analysis, and wherever: the lists follow how it ended. What is made by a call is told by the call.
create function tell_of_analysis() returns trigger
language plpgsql
as $$
begin
  -- As the channels of its lists name it: by its court and its status.
  insert into live_events (resource, row_id, event, was)
  values ('analysis', new.id, 'Updated', jsonb_build_array(old.court_id::text, old.status));
  return null;
end
$$;
create trigger analysis_ended after update of status, failed_at on analysis for each row
  when (new.status in ('Pending', 'Analyzed', 'Scanned') and new.asked_at is null)
  execute function tell_of_analysis();
