DROP INDEX "searches_of_conditions";--> statement-breakpoint
CREATE INDEX "searches_around" ON "searches" USING btree ("owner_id","conditions_hash","day","created_at","id");