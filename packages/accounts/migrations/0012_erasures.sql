ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
-- Added by hand: where a person is erased, addresses of networks and of mail go out of the entries about them (`ADDRESSES_IN_DETAILS`). Nothing else of an entry is ever changed.
CREATE OR REPLACE FUNCTION "audit_log_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) = to_jsonb(OLD) || jsonb_build_object('address', NULL, 'details', OLD."details" - '{email,from,to}'::text[]) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit entries are only ever added';
END $$;
