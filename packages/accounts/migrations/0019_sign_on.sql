CREATE TABLE "sign_on_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_on_links" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_on_links_subject" UNIQUE("owner_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "sign_on_tries" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"kept" boolean NOT NULL,
	"fresh" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ons" (
	"owner_id" integer PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"enforced" boolean NOT NULL,
	"group_name" text,
	"trusts_addresses" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "by_provider" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_end" text;--> statement-breakpoint
ALTER TABLE "sign_on_domains" ADD CONSTRAINT "sign_on_domains_owner_id_sign_ons_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sign_ons"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_links" ADD CONSTRAINT "sign_on_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_links" ADD CONSTRAINT "sign_on_links_owner_id_sign_ons_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sign_ons"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_tries" ADD CONSTRAINT "sign_on_tries_owner_id_sign_ons_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sign_ons"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ons" ADD CONSTRAINT "sign_ons_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;