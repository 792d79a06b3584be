CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"about" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"replays" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"status" integer,
	"took_ms" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "told_records" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"data_version" integer NOT NULL,
	"highest_load" integer NOT NULL,
	CONSTRAINT "told_records_one_row" CHECK ("told_records"."row" = 1)
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"address" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"former_secret" text,
	"former_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"stopped" text,
	"failing_since" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_about" ON "deliveries" USING btree ("webhook_id","about");--> statement-breakpoint
CREATE INDEX "deliveries_latest" ON "deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_age" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id");