ALTER TABLE "own_list_entries" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "own_lists" ADD COLUMN "number_column" integer;