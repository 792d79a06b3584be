CREATE TABLE "destinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"place" jsonb NOT NULL,
	"secret" text NOT NULL,
	"public_key" text,
	"host_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	"is_stopped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"saved_search_id" uuid,
	"watch_id" uuid,
	"query" jsonb NOT NULL,
	"column_keys" text[] NOT NULL,
	"format" text NOT NULL,
	"only_new" boolean NOT NULL,
	"days" text NOT NULL,
	"rhythm" text NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone,
	"budget" integer NOT NULL,
	"destination_id" uuid,
	"is_paused" boolean DEFAULT false NOT NULL,
	"made_month" text,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "scheduled_file_id" uuid;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "scheduled_month" text;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "send_problem" text;--> statement-breakpoint
ALTER TABLE "destinations" ADD CONSTRAINT "destinations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_files" ADD CONSTRAINT "scheduled_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_files" ADD CONSTRAINT "scheduled_files_saved_search_id_saved_searches_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_searches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_files" ADD CONSTRAINT "scheduled_files_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_files" ADD CONSTRAINT "scheduled_files_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "destinations_person" ON "destinations" USING btree ("user_id","name","id");--> statement-breakpoint
CREATE INDEX "scheduled_files_person" ON "scheduled_files" USING btree ("user_id","name","id");--> statement-breakpoint
CREATE INDEX "scheduled_files_account" ON "scheduled_files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "scheduled_files_due" ON "scheduled_files" USING btree ("next_at") WHERE not "scheduled_files"."is_paused";--> statement-breakpoint
CREATE INDEX "scheduled_files_watch" ON "scheduled_files" USING btree ("watch_id");--> statement-breakpoint
CREATE INDEX "scheduled_files_saved_search" ON "scheduled_files" USING btree ("saved_search_id");--> statement-breakpoint
CREATE INDEX "scheduled_files_destination" ON "scheduled_files" USING btree ("destination_id");--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_scheduled_file_id_scheduled_files_id_fk" FOREIGN KEY ("scheduled_file_id") REFERENCES "public"."scheduled_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_scheduled" ON "exports" USING btree ("scheduled_file_id","created_at") WHERE "exports"."scheduled_file_id" is not null;