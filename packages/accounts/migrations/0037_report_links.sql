ALTER TABLE "reports" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "link_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "link_note" text;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_link_hash_unique" UNIQUE("link_hash");