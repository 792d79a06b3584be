ALTER TABLE "watch_findings" ADD COLUMN "group_key" text;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD COLUMN "query" jsonb;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD COLUMN "days" jsonb;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD COLUMN "first_day" text;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD COLUMN "last_day" text;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD COLUMN "suppression" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "facts" jsonb;--> statement-breakpoint
-- The days of links, which were kept in words.
UPDATE "watch_findings" SET
	"days" = jsonb_build_object('from', substring("link" from '[?&]from=([0-9-]{10})'), 'to', substring("link" from '[?&]to=([0-9-]{10})')),
	"before" = CASE WHEN "before_link" IS NOT NULL THEN jsonb_build_object('from', substring("before_link" from '[?&]from=([0-9-]{10})'), 'to', substring("before_link" from '[?&]to=([0-9-]{10})')) END;--> statement-breakpoint
DELETE FROM "watch_findings" WHERE "days" ->> 'from' IS NULL OR "days" ->> 'to' IS NULL;--> statement-breakpoint
UPDATE "watch_findings" SET
	"query" = (
		SELECT coalesce("saved_searches"."query", "watches"."query") FROM "watches" LEFT JOIN "saved_searches" ON "saved_searches"."id" = "watches"."saved_search_id"
		WHERE "watches"."id" = "watch_findings"."watch_id"
	) || jsonb_build_object('fromDate', least("days" ->> 'from', "before" ->> 'from'), 'toDate', "days" ->> 'to'),
	"first_day" = CASE
		WHEN "before" IS NOT NULL THEN "before" ->> 'from'
		WHEN "finding" ->> 'signal' IN ('NEW_PARTY', 'NEW_PLACE') THEN "finding" ->> 'firstDay'
		WHEN "finding" ->> 'signal' = 'BACK_PARTY' THEN "finding" ->> 'lastDay'
		ELSE "days" ->> 'from'
	END,
	"last_day" = "days" ->> 'to',
	"days" = CASE WHEN "before" IS NOT NULL THEN "days" END,
	-- A party by its key, as the finding is called; a place by itself.
	"group_key" = CASE
		WHEN "finding" ->> 'side' IN ('importers', 'exporters') THEN split_part("about", ' ', 3)
		ELSE "finding" ->> 'name'
	END,
	"finding" = CASE WHEN "finding" ? 'name' THEN "finding" || '{"name": ""}' ELSE "finding" END,
	"suppression" = 0;--> statement-breakpoint
-- Messages that wait are written anew, with the next one that is due.
UPDATE "watch_findings" SET "mailed_at" = NULL FROM "jobs" INNER JOIN "users" ON "users"."email" = "jobs"."payload" -> 'message' ->> 'to'
	WHERE "jobs"."kind" = 'mail' AND "jobs"."state" IN ('WAITING', 'RUNNING') AND "jobs"."payload" -> 'message' ? 'endAt'
	AND "watch_findings"."user_id" = "users"."id" AND "watch_findings"."mailed_at" >= "jobs"."created_at" - interval '1 minute';--> statement-breakpoint
DELETE FROM "jobs" WHERE "kind" = 'mail' AND "payload" -> 'message' ? 'endAt';--> statement-breakpoint
UPDATE "deliveries" SET "facts" = CASE WHEN strpos("body", '\u0000') > 0 THEN '{}' ELSE "body"::jsonb -> 'data' END;--> statement-breakpoint
UPDATE "deliveries" SET "facts" = "facts" || jsonb_build_object('findings', (
		SELECT coalesce(jsonb_agg("watch_findings"."id" ORDER BY "watch_findings"."id"), '[]') FROM "watch_findings"
		WHERE "watch_findings"."watch_id"::text = "facts" ->> 'watch_id' AND "watch_findings"."data_version"::text = "facts" ->> 'data_version'
	)) WHERE "event" = 'watch.found';--> statement-breakpoint
UPDATE "deliveries" SET "facts" = "facts" || jsonb_build_object('suppression', 0, 'sources', (
		SELECT coalesce(jsonb_agg("source" || jsonb_build_object('trade', upper("source" ->> 'trade'))), '[]') FROM jsonb_array_elements("facts" -> 'sources') AS "source"
	)) WHERE "event" = 'data.new';--> statement-breakpoint
UPDATE "deliveries" SET "facts" = "facts" || jsonb_build_object('suppression', 0, 'query', "saved_searches"."query", 'within', jsonb_build_object(
		'countryCode', "saved_searches"."query" -> 'countryCode', 'fromDate', "saved_searches"."query" -> 'fromDate',
		'toDate', coalesce(substring("facts" ->> 'link' from '[?&]to=([0-9-]{10})'), "saved_searches"."query" ->> 'toDate')
	)) FROM "saved_searches" WHERE "event" = 'search.found' AND "saved_searches"."id"::text = "facts" ->> 'saved_search_id';--> statement-breakpoint
ALTER TABLE "watch_findings" ALTER COLUMN "query" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_findings" ALTER COLUMN "first_day" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_findings" ALTER COLUMN "last_day" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_findings" ALTER COLUMN "suppression" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "facts" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_findings" DROP COLUMN "link";--> statement-breakpoint
ALTER TABLE "watch_findings" DROP COLUMN "before_link";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "body";
