-- Captchas that are under way are asked for again: they live for minutes.
DELETE FROM "captchas";--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "captchas" ADD COLUMN "answer_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "captchas" ADD COLUMN "accepted_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browsers_user" ON "known_browsers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_email" ON "password_resets" USING btree ("email");--> statement-breakpoint
ALTER TABLE "captchas" DROP COLUMN "image_hash";--> statement-breakpoint
ALTER TABLE "captchas" DROP COLUMN "question_hash";