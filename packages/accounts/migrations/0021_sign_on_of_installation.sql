ALTER TABLE "sign_on_links" DROP CONSTRAINT "sign_on_links_subject";--> statement-breakpoint
ALTER TABLE "sign_on_domains" DROP CONSTRAINT "sign_on_domains_owner_id_sign_ons_owner_id_fk";--> statement-breakpoint
ALTER TABLE "sign_on_links" DROP CONSTRAINT "sign_on_links_owner_id_sign_ons_owner_id_fk";--> statement-breakpoint
ALTER TABLE "sign_on_tries" DROP CONSTRAINT "sign_on_tries_owner_id_sign_ons_owner_id_fk";--> statement-breakpoint
ALTER TABLE "sign_ons" DROP CONSTRAINT "sign_ons_pkey";--> statement-breakpoint
ALTER TABLE "sign_ons" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ons" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "sign_ons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "sign_on_domains" ADD COLUMN "sign_on_id" integer;--> statement-breakpoint
ALTER TABLE "sign_on_links" ADD COLUMN "sign_on_id" integer;--> statement-breakpoint
ALTER TABLE "sign_on_tries" ADD COLUMN "sign_on_id" integer;--> statement-breakpoint
UPDATE "sign_on_domains" SET "sign_on_id" = "sign_ons"."id" FROM "sign_ons" WHERE "sign_ons"."owner_id" = "sign_on_domains"."owner_id";--> statement-breakpoint
ALTER TABLE "sign_on_domains" ALTER COLUMN "sign_on_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_on_domains" DROP COLUMN "owner_id";--> statement-breakpoint
UPDATE "sign_on_links" SET "sign_on_id" = "sign_ons"."id" FROM "sign_ons" WHERE "sign_ons"."owner_id" = "sign_on_links"."owner_id";--> statement-breakpoint
ALTER TABLE "sign_on_links" ALTER COLUMN "sign_on_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_on_links" DROP COLUMN "owner_id";--> statement-breakpoint
UPDATE "sign_on_tries" SET "sign_on_id" = "sign_ons"."id" FROM "sign_ons" WHERE "sign_ons"."owner_id" = "sign_on_tries"."owner_id";--> statement-breakpoint
ALTER TABLE "sign_on_tries" ALTER COLUMN "sign_on_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_on_tries" DROP COLUMN "owner_id";--> statement-breakpoint
ALTER TABLE "sign_on_domains" ADD CONSTRAINT "sign_on_domains_sign_on_id_sign_ons_id_fk" FOREIGN KEY ("sign_on_id") REFERENCES "public"."sign_ons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_links" ADD CONSTRAINT "sign_on_links_sign_on_id_sign_ons_id_fk" FOREIGN KEY ("sign_on_id") REFERENCES "public"."sign_ons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_tries" ADD CONSTRAINT "sign_on_tries_sign_on_id_sign_ons_id_fk" FOREIGN KEY ("sign_on_id") REFERENCES "public"."sign_ons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ons_installation" ON "sign_ons" USING btree (("owner_id" is null)) WHERE "sign_ons"."owner_id" is null;--> statement-breakpoint
ALTER TABLE "sign_on_links" ADD CONSTRAINT "sign_on_links_subject" UNIQUE("sign_on_id","issuer","subject");--> statement-breakpoint
ALTER TABLE "sign_ons" ADD CONSTRAINT "sign_ons_owner_id_unique" UNIQUE("owner_id");
