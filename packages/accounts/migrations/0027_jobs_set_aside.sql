ALTER TABLE "jobs" ADD COLUMN "ends" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "part" text;--> statement-breakpoint
CREATE INDEX "jobs_set_aside" ON "jobs" USING btree ("kind") WHERE "jobs"."state" = 'FAILED' and "jobs"."ends" > 1;