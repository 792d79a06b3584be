-- Plans, the ledger of allowances, and what sign-up, forgotten passwords and the audit log keep.
-- Added by hand: the first plans, what becomes of accounts that were there before, and the triggers at the end.
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"subject_id" integer,
	"actor_id" integer,
	"address" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"image_hash" text NOT NULL,
	"question_hash" text NOT NULL,
	"tried" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"user_id" integer NOT NULL,
	"allowance" text NOT NULL,
	"balance" integer NOT NULL,
	CONSTRAINT "balances_user_id_allowance_pk" PRIMARY KEY("user_id","allowance"),
	CONSTRAINT "balances_not_overspent" CHECK ("balances"."balance" >= 0 or "balances"."allowance" = 'WORKSPACES')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"allowance" text NOT NULL,
	"amount" integer NOT NULL,
	"balance_after" integer NOT NULL,
	"cause" text NOT NULL,
	"key" text NOT NULL,
	"sequence" integer NOT NULL,
	"reason" text,
	"actor_id" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_use_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"name" text PRIMARY KEY NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"price_usd" integer DEFAULT 0 NOT NULL,
	"term_months" integer,
	"period" text NOT NULL,
	"searches" integer NOT NULL,
	"downloads" integer NOT NULL,
	"workspaces" integer NOT NULL,
	"sub_user_count" integer NOT NULL,
	"max_download" integer NOT NULL,
	"records_per_workspace" integer NOT NULL,
	"countries" text[],
	"data_access_upto" date,
	"data_access_in_month" integer
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_ups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"mobile" text NOT NULL,
	"company_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Searches, workspaces, users, prices and terms of Free, Startup and SME are the specification's; the rest is a beginning that the
-- operator changes with `plan set`. Operator and Demo are given by the operator only.
INSERT INTO "plans" ("name", "listed", "price_usd", "term_months", "period", "searches", "downloads", "workspaces", "sub_user_count", "max_download", "records_per_workspace", "countries") VALUES
	('Free', true, 0, NULL, 'QUARTER', 75, 1000, 4, 0, 500, 50, '{}'),
	('Startup', true, 999, 12, 'QUARTER', 75, 50000, 4, 9, 10000, 50, NULL),
	('SME', true, 3999, 12, 'QUARTER', 75, 250000, 4, 99, 50000, 50, NULL),
	('Operator', false, 0, NULL, 'MONTH', 100000, 10000000, 1000, 1000, 100000, 1000, NULL),
	('Demo', false, 0, NULL, 'MONTH', 100000, 10000000, 1000, 10, 100000, 1000, NULL);
--> statement-breakpoint
-- Accounts from before were opened by the operator, on plans that were names only.
UPDATE "subscriptions" SET "plan" = 'Operator' WHERE "plan" NOT IN (SELECT "name" FROM "plans");
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_upline_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "starts_on" date DEFAULT current_date NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renewed_period" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "expiry_notice" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "download_limit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
UPDATE "users" SET "verified_at" = "created_at";--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_use_links" ADD CONSTRAINT "one_use_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_plan_plans_name_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("user_id","allowance","key","sequence");--> statement-breakpoint
CREATE INDEX "ledger_entries_latest" ON "ledger_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "one_use_links_user" ON "one_use_links" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_plans_name_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_upline_id_users_id_fk" FOREIGN KEY ("upline_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_upline" ON "users" USING btree ("upline_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."verified_at" is not null;
--> statement-breakpoint
-- An entry is never changed, and goes only together with its account.
CREATE FUNCTION "ledger_entries_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "users" WHERE "id" = OLD."user_id") THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'ledger entries are only ever added';
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_keep" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_entries_keep"();
--> statement-breakpoint
CREATE FUNCTION "audit_log_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit entries are only ever added';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "audit_log_keep"();
