CREATE TABLE "own_list_entries" (
	"list_id" uuid NOT NULL,
	"key" text NOT NULL,
	"first_row" integer NOT NULL,
	"rows" integer NOT NULL,
	"value" text NOT NULL,
	"country" text,
	"before" text,
	"sureness" text,
	"candidates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chosen" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "own_list_entries_list_id_key_pk" PRIMARY KEY("list_id","key")
);
--> statement-breakpoint
CREATE TABLE "own_list_rows" (
	"list_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"key" text NOT NULL,
	"cells" text[] NOT NULL,
	CONSTRAINT "own_list_rows_list_id_row_pk" PRIMARY KEY("list_id","row")
);
--> statement-breakpoint
CREATE TABLE "own_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"kind" text NOT NULL,
	"columns" text[] NOT NULL,
	"value_column" integer NOT NULL,
	"country_column" integer,
	"chosen_column" integer,
	"rows" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'SENDING' NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"contents" integer DEFAULT 0 NOT NULL,
	"figures" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer
);
--> statement-breakpoint
ALTER TABLE "own_list_entries" ADD CONSTRAINT "own_list_entries_list_id_own_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."own_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_list_rows" ADD CONSTRAINT "own_list_rows_list_id_own_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."own_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_lists" ADD CONSTRAINT "own_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_lists" ADD CONSTRAINT "own_lists_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_list_entries_order" ON "own_list_entries" USING btree ("list_id","first_row");--> statement-breakpoint
CREATE INDEX "own_list_entries_sureness" ON "own_list_entries" USING btree ("list_id","sureness","first_row");--> statement-breakpoint
CREATE INDEX "own_list_entries_waiting" ON "own_list_entries" USING btree ("list_id","first_row") WHERE "own_list_entries"."sureness" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "own_lists_name" ON "own_lists" USING btree ("owner_id","name_key");