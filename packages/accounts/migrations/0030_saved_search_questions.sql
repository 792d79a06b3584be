-- What people have seen of saved searches moves from looks to standing questions: one without a delivery for each person and saved search.
ALTER TABLE "standing_questions" ADD COLUMN "looked_from" integer;--> statement-breakpoint
ALTER TABLE "standing_questions" ADD COLUMN "unseen_since" integer;--> statement-breakpoint
ALTER TABLE "standing_questions" ADD COLUMN "seen_since" integer;--> statement-breakpoint
ALTER TABLE "standing_questions" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
-- What webhooks heard of goes on from where it was told; of a paused one they hear what comes from now on.
UPDATE "standing_questions" SET "deliveries" = '{}', "is_paused" = false,
	"told_version" = CASE WHEN "is_paused" THEN greatest("told_version", (SELECT "data_version" FROM "told_records")) ELSE "told_version" END
	WHERE "deliveries" = '{SEARCH_FOUND}';--> statement-breakpoint
CREATE UNIQUE INDEX "standing_questions_seen" ON "standing_questions" USING btree ("saved_search_id","user_id") WHERE "standing_questions"."deliveries" = '{}';--> statement-breakpoint
-- Everything up to the state of which all have been told is counted at the next look at it; where nobody was ever told, up to the latest that
-- anybody has seen, and the next publication brings what came since.
INSERT INTO "standing_questions" ("id", "user_id", "owner_id", "name", "saved_search_id", "query", "trigger", "time_zone", "signals", "strictness", "deliveries", "told_version", "created_at")
SELECT gen_random_uuid(), "seen"."user_id", "saved"."owner_id", "saved"."name", "saved"."id", "saved"."query", 'PUBLICATION', 'UTC', '{}', 'USUAL', '{}',
	greatest("seen"."data_version", coalesce((SELECT "data_version" FROM "told_records"), (SELECT max("data_version") FROM "looks"))), now()
FROM "saved_searches" AS "saved" INNER JOIN (
	SELECT "user_id", "thing_id", "data_version" FROM "looks"
	UNION ALL SELECT "created_by", "id", "data_version" FROM "saved_searches" AS "own" WHERE "created_by" IS NOT NULL
		AND NOT EXISTS (SELECT FROM "looks" WHERE "thing_id" = "own"."id" AND "user_id" = "own"."created_by")
) AS "seen" ON "seen"."thing_id" = "saved"."id"
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "standing_questions" AS "question" SET "seen_since" = "previous_version", "seen_at" = "looks"."looked_at",
	"unseen_since" = CASE WHEN "data_version" < "told_version" THEN "data_version" END
FROM "looks" WHERE "deliveries" = '{}' AND "thing_id" = "saved_search_id" AND "looks"."user_id" = "question"."user_id";--> statement-breakpoint
DELETE FROM "looks" WHERE "thing_id" NOT IN (SELECT "id" FROM "contacts");--> statement-breakpoint
ALTER TABLE "looks" DROP COLUMN "data_version";--> statement-breakpoint
ALTER TABLE "looks" DROP COLUMN "previous_version";
