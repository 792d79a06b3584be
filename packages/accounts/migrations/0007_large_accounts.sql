CREATE EXTENSION IF NOT EXISTS "pg_trgm";
--> statement-breakpoint
CREATE TABLE "contact_counts" (
	"owner_id" integer NOT NULL,
	"tag" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "contact_counts_owner_id_tag_pk" PRIMARY KEY("owner_id","tag")
);
--> statement-breakpoint
CREATE TABLE "history_counts" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "history_counts_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
DROP INDEX "exports_latest";--> statement-breakpoint
DROP INDEX "saved_searches_latest";--> statement-breakpoint
DROP INDEX "searches_latest";--> statement-breakpoint
DROP INDEX "ledger_entries_latest";--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "owner_id" integer;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "words" text GENERATED ALWAYS AS (lower("name" || ' ' || "description")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "trade_type" text GENERATED ALWAYS AS ("query" ->> 'tradeType') STORED;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "owner_id" integer;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "trade_type" text GENERATED ALWAYS AS ("question" ->> 'tradeType') STORED;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "entries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "owner_id" integer;--> statement-breakpoint
ALTER TABLE "contact_counts" ADD CONSTRAINT "contact_counts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_counts" ADD CONSTRAINT "history_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What is there already is filled in by hand, before the indexes are made.
UPDATE "searches" SET "owner_id" = (SELECT coalesce("upline_id", "id") FROM "users" WHERE "users"."id" = "user_id");--> statement-breakpoint
ALTER TABLE "searches" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
UPDATE "saved_searches" SET "owner_id" = (SELECT "owner_id" FROM "workspaces" WHERE "workspaces"."id" = "workspace_id");--> statement-breakpoint
ALTER TABLE "saved_searches" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_keep";--> statement-breakpoint
UPDATE "ledger_entries" SET "owner_id" = (SELECT coalesce("upline_id", "id") FROM "users" WHERE "users"."id" = "user_id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_keep";--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
UPDATE "balances" SET "entries" = (SELECT count(*) FROM "ledger_entries" WHERE "ledger_entries"."user_id" = "balances"."user_id" AND "ledger_entries"."allowance" = "balances"."allowance");--> statement-breakpoint
UPDATE "workspaces" SET "held" = (SELECT count(*) FROM "saved_searches" WHERE "workspace_id" = "workspaces"."id" AND "saved_searches"."removed_at" IS NULL);--> statement-breakpoint
CREATE INDEX "sessions_standing" ON "sessions" USING btree ("user_id","last_seen_at") WHERE "sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "exports_latest_of_person" ON "exports" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "exports_words" ON "exports" USING gin ("question" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "exports_abandoned" ON "exports" USING btree ("number") WHERE "exports"."state" in ('FAILED', 'CANCELLED') and "exports"."number" is not null;--> statement-breakpoint
CREATE INDEX "contacts_company" ON "contacts" USING btree ("owner_id","company_key","id") WHERE "contacts"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "contacts_words" ON "contacts" USING gin ("company_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contacts_tags" ON "contacts" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "contacts_unkeyed" ON "contacts" USING btree ("created_at","id") WHERE "contacts"."party_key" is null;--> statement-breakpoint
CREATE INDEX "looks_thing" ON "looks" USING btree ("thing_id");--> statement-breakpoint
CREATE INDEX "saved_searches_latest_of_account" ON "saved_searches" USING btree ("owner_id","created_at","id") WHERE "saved_searches"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "saved_searches_words" ON "saved_searches" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "searches_latest_of_account" ON "searches" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "searches_latest_of_trade" ON "searches" USING btree ("owner_id","trade_type","created_at","id");--> statement-breakpoint
CREATE INDEX "searches_charged" ON "searches" USING btree ("owner_id","question_hash","day");--> statement-breakpoint
CREATE INDEX "searches_words" ON "searches" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ledger_entries_plan" ON "ledger_entries" USING btree ("user_id","allowance") WHERE "ledger_entries"."cause" = 'PLAN';--> statement-breakpoint
CREATE INDEX "exports_latest" ON "exports" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "saved_searches_latest" ON "saved_searches" USING btree ("workspace_id","created_at","id") WHERE "saved_searches"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "searches_latest" ON "searches" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_latest" ON "ledger_entries" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","id");
--> statement-breakpoint
-- Counts that are kept, not counted. Statements of one account take the same row first, so that none waits for another in a circle.
CREATE FUNCTION "count_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		EXECUTE format('INSERT INTO "history_counts" SELECT %1$I, %2$L, count(*) FROM "added" GROUP BY 1 ORDER BY 1
			ON CONFLICT ("user_id", "kind") DO UPDATE SET "count" = "history_counts"."count" + excluded."count"', TG_ARGV[0], TG_ARGV[1]);
	ELSE
		EXECUTE format('UPDATE "history_counts" SET "count" = "count" - "gone" FROM (SELECT %1$I AS "of", count(*) AS "gone" FROM "removed" GROUP BY 1) "r"
			WHERE "user_id" = "of" AND "kind" = %2$L', TG_ARGV[0], TG_ARGV[1]);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "searches_count_added" AFTER INSERT ON "searches" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "count_history"('user_id', 'SEARCH');
--> statement-breakpoint
CREATE TRIGGER "searches_count_removed" AFTER DELETE ON "searches" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "count_history"('user_id', 'SEARCH');
--> statement-breakpoint
CREATE TRIGGER "exports_count_added" AFTER INSERT ON "exports" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "count_history"('person_id', 'EXPORT');
--> statement-breakpoint
CREATE TRIGGER "exports_count_removed" AFTER DELETE ON "exports" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "count_history"('person_id', 'EXPORT');
--> statement-breakpoint
CREATE FUNCTION "count_contacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM FROM "contact_counts" WHERE "owner_id" IN (SELECT "owner_id" FROM "removed") AND "tag" = '' ORDER BY "owner_id" FOR UPDATE;
		UPDATE "contact_counts" "c" SET "count" = "count" - "gone"
			FROM (SELECT "owner_id", unnest("tags" || '{""}') AS "tag", count(*) AS "gone" FROM "removed" WHERE "removed_at" IS NULL GROUP BY 1, 2) "r"
			WHERE "c"."owner_id" = "r"."owner_id" AND "c"."tag" = "r"."tag";
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO "contact_counts" SELECT "owner_id", unnest("tags" || '{""}') AS "tag", count(*) FROM "added" WHERE "removed_at" IS NULL GROUP BY 1, 2 ORDER BY 1, 2
			ON CONFLICT ("owner_id", "tag") DO UPDATE SET "count" = "contact_counts"."count" + excluded."count";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "contacts_count_added" AFTER INSERT ON "contacts" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "count_contacts"();
--> statement-breakpoint
CREATE TRIGGER "contacts_count_changed" AFTER UPDATE ON "contacts" REFERENCING NEW TABLE AS "added" OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "count_contacts"();
--> statement-breakpoint
CREATE TRIGGER "contacts_count_removed" AFTER DELETE ON "contacts" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "count_contacts"();
--> statement-breakpoint
INSERT INTO "history_counts" SELECT "user_id", 'SEARCH', count(*) FROM "searches" GROUP BY 1;
--> statement-breakpoint
INSERT INTO "history_counts" SELECT "person_id", 'EXPORT', count(*) FROM "exports" GROUP BY 1;
--> statement-breakpoint
INSERT INTO "contact_counts" SELECT "owner_id", unnest("tags" || '{""}') AS "tag", count(*) FROM "contacts" WHERE "removed_at" IS NULL GROUP BY 1, 2;
