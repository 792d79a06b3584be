CREATE TABLE "load_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"bytes" bigint NOT NULL,
	"modified" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'SENDING' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" text,
	"found" jsonb,
	"error" jsonb,
	"load_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_mappings" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"mapping" text NOT NULL,
	"hash" text NOT NULL,
	"origin" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_mappings_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "load_drafts_file" ON "load_drafts" USING btree ("file","bytes","modified") WHERE "load_drafts"."state" <> 'LOADED';--> statement-breakpoint
CREATE INDEX "load_drafts_changed" ON "load_drafts" USING btree ("changed_at");