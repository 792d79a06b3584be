ALTER TABLE "export_tickets" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "entitlement" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "allowed" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;