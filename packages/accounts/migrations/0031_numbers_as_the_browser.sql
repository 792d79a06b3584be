-- Who has not chosen reads numbers as their browser writes them. Until now they had the Indian system, so that a row cannot say whether it was
-- chosen: whoever chose it with an Indian browser sees no difference, others choose once more.
ALTER TABLE "users" ALTER COLUMN "number_system" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "number_system" DROP NOT NULL;--> statement-breakpoint
UPDATE "users" SET "number_system" = NULL WHERE "number_system" = 'INDIAN';
