CREATE TABLE "public_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"since" integer,
	"next_at" timestamp with time zone,
	"news" jsonb,
	"totals" jsonb
);
