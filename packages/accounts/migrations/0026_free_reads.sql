CREATE TABLE "free_reads" (
	"user_id" integer NOT NULL,
	"search" text NOT NULL,
	"day" date NOT NULL,
	"records" bigint[] NOT NULL,
	CONSTRAINT "free_reads_user_id_search_pk" PRIMARY KEY("user_id","search")
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "free_records" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
ALTER TABLE "free_reads" ADD CONSTRAINT "free_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;