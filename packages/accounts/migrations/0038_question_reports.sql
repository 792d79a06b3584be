ALTER TABLE "standing_questions" ADD COLUMN "report_id" uuid;--> statement-breakpoint
ALTER TABLE "standing_questions" ADD CONSTRAINT "standing_questions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standing_questions_report" ON "standing_questions" USING btree ("report_id");