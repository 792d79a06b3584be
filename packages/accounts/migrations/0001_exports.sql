CREATE SEQUENCE "public"."export_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "export_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"export_id" uuid NOT NULL,
	"person_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"reason" text,
	"search_id" uuid NOT NULL,
	"question" text NOT NULL,
	"query" jsonb NOT NULL,
	"column_keys" text[] NOT NULL,
	"format" text NOT NULL,
	"trace" boolean NOT NULL,
	"raw" boolean NOT NULL,
	"file_name" text NOT NULL,
	"ids" text[],
	"agreed_points" integer NOT NULL,
	"number" bigint,
	"rows" integer NOT NULL,
	"new_rows" integer DEFAULT 0 NOT NULL,
	"points" integer NOT NULL,
	"data_version" integer,
	"bytes" bigint,
	"file_suppressed" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "weightages" (
	"country" text NOT NULL,
	"trade_type" text NOT NULL,
	"points" integer NOT NULL,
	CONSTRAINT "weightages_country_trade_type_pk" PRIMARY KEY("country","trade_type"),
	CONSTRAINT "weightages_points" CHECK ("weightages"."points" > 0)
);
--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exports_key" ON "exports" USING btree ("person_id","key");--> statement-breakpoint
CREATE INDEX "exports_latest" ON "exports" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("owner_id") WHERE "exports"."state" = 'MAKING';