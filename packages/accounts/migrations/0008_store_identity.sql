CREATE TABLE "store_identity" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"partner" uuid,
	CONSTRAINT "store_identity_one_row" CHECK ("store_identity"."row" = 1)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "account_key" uuid DEFAULT gen_random_uuid() NOT NULL;