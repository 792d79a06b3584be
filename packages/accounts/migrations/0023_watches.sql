CREATE TABLE "watch_findings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watch_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"watch_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"about" text NOT NULL,
	"finding" jsonb NOT NULL,
	"link" text NOT NULL,
	"before_link" text,
	"countries" text[] NOT NULL,
	"since_version" integer NOT NULL,
	"data_version" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"snoozed_until" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"withdrawal_mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "watch_mail" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"rhythm" text NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"end_token" uuid NOT NULL,
	CONSTRAINT "watch_mail_end_token_unique" UNIQUE("end_token")
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"saved_search_id" uuid,
	"query" jsonb NOT NULL,
	"signals" text[] NOT NULL,
	"strictness" text NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"told_version" integer NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "own_lists" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "watches" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD CONSTRAINT "watch_findings_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_findings" ADD CONSTRAINT "watch_findings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_mail" ADD CONSTRAINT "watch_mail_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_saved_search_id_saved_searches_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_searches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "watch_findings_about" ON "watch_findings" USING btree ("watch_id","about");--> statement-breakpoint
CREATE INDEX "watch_findings_latest" ON "watch_findings" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "watch_findings_unread" ON "watch_findings" USING btree ("user_id","id") WHERE "watch_findings"."read_at" is null;--> statement-breakpoint
CREATE INDEX "watch_findings_unmailed" ON "watch_findings" USING btree ("user_id","id") WHERE "watch_findings"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "watch_findings_age" ON "watch_findings" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "watch_mail_next" ON "watch_mail" USING btree ("next_at") WHERE "watch_mail"."rhythm" <> 'NEVER';--> statement-breakpoint
CREATE INDEX "watches_person" ON "watches" USING btree ("user_id","name","id");--> statement-breakpoint
CREATE INDEX "watches_account" ON "watches" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "watches_saved_search" ON "watches" USING btree ("saved_search_id");