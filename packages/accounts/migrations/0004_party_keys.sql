DROP INDEX "contacts_company";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "party_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_party" ON "contacts" USING btree ("owner_id","party_key") WHERE "contacts"."removed_at" is null;