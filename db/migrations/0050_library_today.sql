-- Today in the Maldives, by which days begin and end, whatever the time zone of the database.
create function library_today() returns date
language sql stable parallel safe
return (now() at time zone 'Indian/Maldives')::date;
