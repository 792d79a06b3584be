ALTER TABLE "looks" ADD COLUMN "previous_version" integer;--> statement-breakpoint
-- Of looks from before this was kept, nothing earlier is known; filled in by hand.
UPDATE "looks" SET "previous_version" = "data_version";--> statement-breakpoint
ALTER TABLE "looks" ALTER COLUMN "previous_version" SET NOT NULL;
