-- NOT RUN. Nobody has run this file on Citus, which was not to be had here, and the server does not work on the result yet.
-- It is the plan for PostgreSQL with Citus, by which lists are spread over several machines: which column of each table
-- decides on which machine a row is, and what must change in the schema before. docs/scaling.md has the reasons.
--
-- tests/server/db/citus.test.ts checks that it names every table, with the columns of tests/support/statements/layout.ts,
-- and runs its plain DDL on PostgreSQL: after it, each unique constraint and foreign key follows the first two rules below.
-- tests/server/sync/one-list.txt shows for every statement of a sync, of a list and of an overview which key it names.
--
-- Rules of Citus that decide:
-- - every primary key and unique constraint contains the distribution column; a partial unique index does too;
-- - a foreign key goes to a table that is colocated, by the distribution column, or to a reference table;
-- - a join in one statement is of colocated tables by the distribution column, or with a reference table;
-- - a transaction that writes on two machines commits in two phases.

-- 1. Reference tables: each machine has a copy, and a write goes to all of them in two phases.

-- Names of people are joined to every product that is read, so accounts are everywhere. They change rarely: registering,
-- profile, password, status, guests. Unique addresses and the foreign keys to accounts stay as they are.
-- 10 million accounts take some 5 GB on each machine (assumed: 500 bytes with their indexes).
-- Pictures have a table of their own (4), so they are not copied.
select create_reference_table('account');
select create_reference_table('meta');
select create_reference_table('signing_key');
select create_reference_table('push_key');

-- 2. Lists: all rows of a list are on one machine. A tick, an edit and a delete stay there, except for its tally (6).

-- 2.1 The link to read is found without the list's id, and its unique index lacks it. The link becomes
-- `<id of the list>.<hash>`, and the search is by both.
drop index list_hash;
select create_distributed_table('list', 'id');
create unique index list_hash on list (id, hash) where hash <> '';

-- 2.2 These fit: their primary keys begin with list_id, and their foreign keys go to list (and account).
select create_distributed_table('member', 'list_id', colocate_with => 'list');
select create_distributed_table('product', 'list_id', colocate_with => 'list');
select create_distributed_table('client', 'list_id', colocate_with => 'list');
select create_distributed_table('operation', 'list_id', colocate_with => 'list');
select create_distributed_table('change_log', 'list_id', colocate_with => 'list');
select create_distributed_table('purchase', 'list_id', colocate_with => 'list');
select create_distributed_table('trip', 'list_id', colocate_with => 'list');
select create_distributed_table('trip_device', 'list_id', colocate_with => 'list');

-- 2.3 Invitations and links for guests are found by the hash of their code alone. The links must name the list too.
-- `account.guest_of` names the list of a guest already.
alter table invite drop constraint invite_key;
alter table invite add constraint invite_key primary key (list_id, code);
select create_distributed_table('invite', 'list_id', colocate_with => 'list');
alter table guest_link drop constraint guest_link_pkey;
alter table guest_link add constraint guest_link_key primary key (list_id, code);
select create_distributed_table('guest_link', 'list_id', colocate_with => 'list');

-- 3. What belongs to an account: all of it on one machine.

select create_distributed_table('household', 'account_id', colocate_with => 'none');
select create_distributed_table('idempotency', 'account_id', colocate_with => 'household');
select create_distributed_table('email_change', 'account_id', colocate_with => 'household');
select create_distributed_table('barcode', 'account_id', colocate_with => 'household');
select create_distributed_table('list_setting', 'account_id', colocate_with => 'household');
select create_distributed_table('shop_setting', 'account_id', colocate_with => 'household');
select create_distributed_table('product_setting', 'account_id', colocate_with => 'household');
select create_distributed_table('purchase_reader', 'account_id', colocate_with => 'household');
alter table attempt drop constraint attempt_key;
alter table attempt add constraint attempt_key primary key (account_id, id);
select create_distributed_table('attempt', 'account_id', colocate_with => 'household');
alter table category drop constraint category_key;
alter table category add constraint category_key primary key (account_id, id);
select create_distributed_table('category', 'account_id', colocate_with => 'household');
-- An endpoint belongs to the account that registered it last. Without an index over all accounts, whoever registers it
-- must remove it from the others.
drop index push_device_endpoint;
create unique index push_device_endpoint on push_device (account_id, endpoint);
select create_distributed_table('push_device', 'account_id', colocate_with => 'household');
select create_distributed_table('push_event', 'account_id', colocate_with => 'household');

-- 4. What is found by its own id or code.

-- The foreign keys to account stay, because account is a reference table. `where account_id = …` asks all machines;
-- that is rare (log-in, the page of devices, a new password).
select create_distributed_table('session', 'id', colocate_with => 'none');
select create_distributed_table('activation', 'code_hash', colocate_with => 'none');
select create_distributed_table('reset', 'code_hash', colocate_with => 'none');
select create_distributed_table('admission', 'code_hash', colocate_with => 'none');
select create_distributed_table('mail', 'id', colocate_with => 'none');
-- A picture is found by its name. That an account has only one is then up to the server, which removes the one before.
drop index picture_account;
create index picture_account on picture (account_id);
select create_distributed_table('picture', 'name', colocate_with => 'none');

-- 5. Templates. The public ones are searched on all machines.
select create_distributed_table('template', 'id', colocate_with => 'none');
select create_distributed_table('template_product', 'template_id', colocate_with => 'template');

-- 6. Counters. The bytes that a person stored today are counted over all lists, so a tick writes this row on another
-- machine than its list, and commits in two phases.
select create_distributed_table('tally', 'key', colocate_with => 'none');

-- 7. What no DDL solves: these statements and transactions have to be written anew first.
-- - An overview (list by owner_id, member by account_id): a table overview (account_id, list_id, name, counts, …), distributed
--   by account_id, written after the commit of a change and repaired at night.
-- - A cached list (server/lists/store/list-state.ts) reads session and list in one statement, and up to 100 lists together.
-- - A notification (server/push/push-outbox.ts) is inserted from list, member and push_device in one statement. The outbox
--   becomes one row for each event of a list, distributed by list_id; who gets it is found out when it is sent.
-- - The limits of an owner (server/base/quota.ts) sum all of the owner's lists, with the account locked: an add asks all
--   machines. Lists would have to borrow room from the owner in blocks.
-- - Shopping trips (server/base/trips.ts) are joined with sessions, and barcodes and people are joined by who shares a list.
-- - Prices and spending read all lists that an account may edit, and who goes on seeing a deleted list is noted by account.
-- - The search through all lists, an export, a copy of a list, the removal of an account, the nightly jobs, backups.
-- - Migrations: DDL goes through the coordinator, and Kysely's lock for migrations is taken there.
