ALTER TABLE "searches" ADD COLUMN "conditions_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "finds_nothing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "searches_of_conditions" ON "searches" USING btree ("conditions_hash","day");