-- By which secrets the library is written: a server or command with those of another installation is refused.
alter table library add column secrets_fingerprint text;
