-- Watches, scheduled files and what webhooks hear of saved searches become standing questions: one row each, with up to where it has told.
CREATE TABLE "standing_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"saved_search_id" uuid,
	"query" jsonb NOT NULL,
	"trigger" text NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone,
	"signals" text[] NOT NULL,
	"strictness" text NOT NULL,
	"deliveries" text[] NOT NULL,
	"file" jsonb,
	"destination_id" uuid,
	"is_paused" boolean DEFAULT false NOT NULL,
	"told_version" integer NOT NULL,
	"told_month" text,
	"looked_at" timestamp with time zone,
	"looked_told" integer,
	"problem" text,
	"file_problem" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "standing_questions_file" CHECK (('FILE' = any("standing_questions"."deliveries")) = ("standing_questions"."file" is not null))
);
--> statement-breakpoint
ALTER TABLE "standing_questions" ADD CONSTRAINT "standing_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_questions" ADD CONSTRAINT "standing_questions_saved_search_id_saved_searches_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_searches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_questions" ADD CONSTRAINT "standing_questions_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO "standing_questions" ("id", "user_id", "owner_id", "name", "saved_search_id", "query", "trigger", "time_zone", "signals", "strictness", "deliveries", "is_paused", "told_version", "problem", "created_at")
SELECT "id", "user_id", "owner_id", "name", "saved_search_id", "query", 'PUBLICATION', 'UTC', "signals", "strictness", '{BADGE,MAIL,WEBHOOK}', "is_muted", "told_version", "problem", "created_at" FROM "watches";--> statement-breakpoint
-- The first file that is made when a watch finds something is a delivery of that watch. Paused ones and all others stay by themselves: nobody
-- pays for a file that they had paused because they let a watch speak again.
ALTER TABLE "scheduled_files" ADD COLUMN "question_id" uuid;--> statement-breakpoint
UPDATE "scheduled_files" SET "question_id" = coalesce((
	SELECT "watch_id" FROM (
		SELECT DISTINCT ON ("watch_id") "id", "watch_id" FROM "scheduled_files" WHERE "rhythm" = 'WATCH' AND NOT "is_paused" ORDER BY "watch_id", "created_at", "id"
	) AS "first" WHERE "first"."id" = "scheduled_files"."id"
), "id");--> statement-breakpoint
UPDATE "standing_questions" SET
	"deliveries" = "deliveries" || '{FILE}', "destination_id" = "file"."destination_id", "file_problem" = "file"."problem",
	"file" = jsonb_build_object('columnKeys', "file"."column_keys", 'format', "file"."format", 'onlyNew', "file"."only_new", 'days', "file"."days", 'budget', "file"."budget")
FROM "scheduled_files" AS "file" WHERE "file"."question_id" = "standing_questions"."id";--> statement-breakpoint
-- A file whose watch is gone stays with what it says of that, and is asked for by nothing.
INSERT INTO "standing_questions" ("id", "user_id", "owner_id", "name", "saved_search_id", "query", "trigger", "time_zone", "next_at", "signals", "strictness", "deliveries", "file", "destination_id", "is_paused", "told_version", "told_month", "file_problem", "created_at")
SELECT "file"."id", "file"."user_id", "file"."owner_id", "file"."name", "file"."saved_search_id", "file"."query",
	CASE WHEN "file"."rhythm" = 'WATCH' THEN 'PUBLICATION' ELSE "file"."rhythm" END, "file"."time_zone", "file"."next_at",
	CASE WHEN "file"."rhythm" = 'WATCH' THEN coalesce("watches"."signals", '{}') ELSE '{}' END, coalesce("watches"."strictness", 'USUAL'), '{FILE}',
	jsonb_build_object('columnKeys', "file"."column_keys", 'format', "file"."format", 'onlyNew', "file"."only_new", 'days', "file"."days", 'budget', "file"."budget"),
	"file"."destination_id", "file"."is_paused" OR ("file"."rhythm" = 'WATCH' AND coalesce("watches"."is_muted", true)),
	CASE WHEN "file"."rhythm" = 'WATCH' THEN coalesce("watches"."told_version", 0) ELSE 0 END, "file"."made_month",
	CASE WHEN "file"."rhythm" = 'WATCH' AND "watches"."id" IS NULL THEN 'Its watch has been removed: choose when else it is made.' ELSE "file"."problem" END,
	"file"."created_at"
FROM "scheduled_files" AS "file" LEFT JOIN "watches" ON "watches"."id" = "file"."watch_id" WHERE "file"."question_id" = "file"."id";--> statement-breakpoint
-- What webhooks hear of saved searches is told up to where the messages say, or the job that was under way began.
INSERT INTO "standing_questions" ("id", "user_id", "owner_id", "name", "saved_search_id", "query", "trigger", "time_zone", "signals", "strictness", "deliveries", "told_version", "created_at")
SELECT gen_random_uuid(), "saved"."created_by", "saved"."owner_id", "saved"."name", "saved"."id", "saved"."query", 'PUBLICATION', 'UTC', '{}', 'USUAL', '{SEARCH_FOUND}',
	greatest(
		coalesce(
			(SELECT min(("payload" -> 'since' ->> 'dataVersion')::integer) FROM "jobs" WHERE "kind" = 'new-records' AND "state" IN ('WAITING', 'RUNNING', 'FAILED')
				AND "payload" ->> 'userId' = "saved"."created_by"::text AND coalesce("payload" ->> 'savedSearchId', "saved"."id"::text) = "saved"."id"::text),
			"told"."data_version"
		),
		(SELECT max(("facts" ->> 'data_version')::integer) FROM "deliveries" INNER JOIN "webhooks" ON "webhooks"."id" = "deliveries"."webhook_id"
			WHERE "event" = 'search.found' AND "webhooks"."user_id" = "saved"."created_by" AND "facts" ->> 'saved_search_id' = "saved"."id"::text)
	),
	now()
FROM "saved_searches" AS "saved" CROSS JOIN "told_records" AS "told"
WHERE "saved"."removed_at" IS NULL
	AND EXISTS (SELECT FROM "webhooks" WHERE "webhooks"."user_id" = "saved"."created_by" AND "webhooks"."stopped" IS NULL AND 'search.found' = ANY ("webhooks"."events"));--> statement-breakpoint
ALTER TABLE "watch_findings" RENAME TO "findings";--> statement-breakpoint
ALTER TABLE "findings" RENAME COLUMN "watch_id" TO "question_id";--> statement-breakpoint
ALTER TABLE "findings" DROP CONSTRAINT "watch_findings_watch_id_watches_id_fk";--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_question_id_standing_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."standing_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER SEQUENCE "watch_findings_id_seq" RENAME TO "findings_id_seq";--> statement-breakpoint
ALTER INDEX "watch_findings_about" RENAME TO "findings_about";--> statement-breakpoint
ALTER INDEX "watch_findings_latest" RENAME TO "findings_latest";--> statement-breakpoint
ALTER INDEX "watch_findings_unread" RENAME TO "findings_unread";--> statement-breakpoint
ALTER INDEX "watch_findings_unmailed" RENAME TO "findings_unmailed";--> statement-breakpoint
ALTER INDEX "watch_findings_age" RENAME TO "findings_age";--> statement-breakpoint
-- What its watch had found is old to a file that stays by itself, and has been told.
INSERT INTO "findings" ("question_id", "user_id", "about", "finding", "group_key", "query", "days", "before", "countries", "first_day", "last_day", "suppression", "since_version", "data_version", "found_at", "read_at", "withdrawn_at", "mailed_at", "withdrawal_mailed_at")
SELECT "file"."id", "found"."user_id", "about", "finding", "group_key", "found"."query", "found"."days", "before", "countries", "first_day", "last_day", "suppression", "since_version", "data_version", "found_at", "found_at", "withdrawn_at", coalesce("mailed_at", "found_at"), "withdrawal_mailed_at"
FROM "findings" AS "found" INNER JOIN "scheduled_files" AS "file" ON "file"."watch_id" = "found"."question_id" WHERE "file"."rhythm" = 'WATCH' AND "file"."question_id" = "file"."id";--> statement-breakpoint
ALTER TABLE "watch_mail" RENAME TO "digests";--> statement-breakpoint
ALTER INDEX "watch_mail_next" RENAME TO "digests_next";--> statement-breakpoint
-- Also those that say that a column is never null: Postgres 18 has names for them.
DO $$ DECLARE "one" record; BEGIN
	FOR "one" IN SELECT "conrelid"::regclass AS "of", "conname" AS "name" FROM "pg_constraint"
		WHERE "conrelid" IN ('"findings"'::regclass, '"digests"'::regclass) AND "conname" LIKE 'watch\_%'
	LOOP
		EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', "one"."of", "one"."name",
			replace(replace(replace("one"."name", 'watch_findings_watch_id', 'findings_question_id'), 'watch_findings', 'findings'), 'watch_mail', 'digests'));
	END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "exports" DROP CONSTRAINT "exports_scheduled_file_id_scheduled_files_id_fk";--> statement-breakpoint
ALTER TABLE "exports" RENAME COLUMN "scheduled_file_id" TO "question_id";--> statement-breakpoint
ALTER TABLE "exports" RENAME COLUMN "scheduled_month" TO "question_month";--> statement-breakpoint
ALTER INDEX "exports_scheduled" RENAME TO "exports_of_question";--> statement-breakpoint
UPDATE "exports" SET "question_id" = "file"."question_id" FROM "scheduled_files" AS "file" WHERE "file"."id" = "exports"."question_id" AND "file"."question_id" <> "file"."id";--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_question_id_standing_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."standing_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Jobs keep their keys, by which what a former try has done is known again.
UPDATE "jobs" SET "payload" = ("payload" - 'fileId') || jsonb_build_object('questionId', coalesce((SELECT "question_id" FROM "scheduled_files" WHERE "id"::text = "payload" ->> 'fileId')::text, "payload" ->> 'fileId'))
	WHERE "kind" = 'scheduled-file' AND "payload" ? 'fileId';--> statement-breakpoint
UPDATE "jobs" SET "kind" = 'standing-questions', "key" = replace("key", 'watches watch ', 'standing-questions question '), "part" = replace("part", 'watches watch ', 'standing-questions question '),
	"payload" = ("payload" - 'watchId') || jsonb_build_object('questionId', "payload" -> 'watchId')
	WHERE "kind" = 'watches' AND "payload" ? 'watchId';--> statement-breakpoint
-- All that waits to be looked at is found by one pass from the beginning: what has told is passed over.
DELETE FROM "jobs" WHERE "kind" IN ('watches', 'scheduled-months') OR ("kind" = 'new-records' AND ("payload" ? 'savedSearchId' OR "payload" ->> 'page' <> '0'));--> statement-breakpoint
INSERT INTO "jobs" ("key", "kind", "payload") SELECT 'standing-questions ' || "data_version" || ' migrated', 'standing-questions', jsonb_build_object('dataVersion', "data_version") FROM "told_records";--> statement-breakpoint
DROP TABLE "scheduled_files";--> statement-breakpoint
DROP TABLE "watches";--> statement-breakpoint
CREATE INDEX "standing_questions_person" ON "standing_questions" USING btree ("user_id","name","id");--> statement-breakpoint
CREATE INDEX "standing_questions_account" ON "standing_questions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "standing_questions_saved_search" ON "standing_questions" USING btree ("saved_search_id");--> statement-breakpoint
CREATE INDEX "standing_questions_due" ON "standing_questions" USING btree ("next_at") WHERE not "standing_questions"."is_paused";--> statement-breakpoint
CREATE INDEX "standing_questions_destination" ON "standing_questions" USING btree ("destination_id");
