-- The lists that case files refer to, the pages, and what can be subscribed to.

create table courts (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- The code in the court's case numbers, as in 1124/Cv-C/2021.
  code text unique check (code <> ''),
  name_en text not null default '',
  level text not null default 'magistrate' check (level in ('supreme', 'high', 'superior', 'magistrate', 'tribunal')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table judges (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table case_types (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table relation_types (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table case_statuses (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  color text not null check (color <> ''),
  icon text not null check (icon <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table dynamic_pages (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  route text not null unique check (route ~ '^[a-z0-9-]{1,60}$'),
  page_content text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table subscription_configs (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- Rufiyaa.
  amount numeric(12, 2) not null check (amount >= 0),
  days integer not null check (days > 0),
  copy_access boolean not null default false,
  published boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create extension if not exists btree_gist;

create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  subscription_config_id bigint not null references subscription_configs on delete restrict,
  starts_on date not null,
  -- The last day on which it runs; null while it has no end.
  ends_on date check (ends_on >= starts_on),
  created_at timestamptz not null default now(),
  -- At most one runs at a time.
  exclude using gist (user_id with =, daterange(starts_on, ends_on, '[]') with &&)
);
create index subscriptions_subscription_config_id_idx on subscriptions (subscription_config_id);

create trigger courts_version before update on courts for each row execute function count_version();
create trigger judges_version before update on judges for each row execute function count_version();
create trigger case_types_version before update on case_types for each row execute function count_version();
create trigger relation_types_version before update on relation_types for each row execute function count_version();
create trigger case_statuses_version before update on case_statuses for each row execute function count_version();
create trigger dynamic_pages_version before update on dynamic_pages for each row execute function count_version();
create trigger subscription_configs_version before update on subscription_configs for each row execute function count_version();
