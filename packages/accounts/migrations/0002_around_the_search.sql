CREATE TABLE "looks" (
	"user_id" integer NOT NULL,
	"thing_id" uuid NOT NULL,
	"total_records" bigint NOT NULL,
	"data_version" integer NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "looks_user_id_thing_id_pk" PRIMARY KEY("user_id","thing_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "contacts_company";--> statement-breakpoint
DROP INDEX "saved_searches_name";--> statement-breakpoint
DROP INDEX "workspaces_name";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "previous_visit_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "total_records" bigint;--> statement-breakpoint
ALTER TABLE "searches" ADD COLUMN "data_version" integer;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_visit_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "countries_to_choose" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "looks" ADD CONSTRAINT "looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_removed" ON "contacts" USING btree ("removed_at") WHERE "contacts"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "saved_searches_search" ON "saved_searches" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "saved_searches_removed" ON "saved_searches" USING btree ("removed_at") WHERE "saved_searches"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "searches_latest" ON "searches" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "workspaces_removed" ON "workspaces" USING btree ("removed_at") WHERE "workspaces"."removed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_company" ON "contacts" USING btree ("owner_id","company_key") WHERE "contacts"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_name" ON "saved_searches" USING btree ("workspace_id","name_key") WHERE "saved_searches"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_name" ON "workspaces" USING btree ("owner_id","name_key") WHERE "workspaces"."removed_at" is null;--> statement-breakpoint
UPDATE "plans" SET "countries_to_choose" = 1 WHERE "name" = 'Free';--> statement-breakpoint
UPDATE "workspaces" SET "created_by" = "owner_id";--> statement-breakpoint
UPDATE "saved_searches" SET "created_by" = (SELECT "owner_id" FROM "workspaces" WHERE "workspaces"."id" = "workspace_id");--> statement-breakpoint
UPDATE "contacts" SET "created_by" = "owner_id";
