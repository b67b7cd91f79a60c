CREATE TABLE "known_devices" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_account_id_user_id_key_pk" PRIMARY KEY("account_id","user_id","key")
);

--> statement-breakpoint
ALTER TABLE "known_devices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"website" text,
	"password_hash" text NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_ups_once" UNIQUE("email","password_hash")
);

--> statement-breakpoint
ALTER TABLE "sign_ups" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_by" uuid;
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "known_devices_by_time" ON "known_devices" USING btree ("seen_at");
--> statement-breakpoint
CREATE INDEX "sign_ups_by_time" ON "sign_ups" USING btree ("created_at");
--> statement-breakpoint
ALTER TABLE "mailed_secrets" DROP COLUMN "tries";
--> statement-breakpoint
CREATE POLICY "known_devices_tenant" ON "known_devices" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "known_devices_platform" ON "known_devices" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "sign_ups_platform" ON "sign_ups" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
-- An account that was made before its e-mail was confirmed becomes a sign-up that waits.
DO $$
DECLARE unconfirmed record;
BEGIN
  FOR unconfirmed IN
    SELECT u.*, a.website FROM users u
      JOIN accounts a ON a.id = u.account_id AND NOT a.is_staff
      JOIN logins l ON l.account_id = u.account_id AND l.user_id = u.id
    WHERE u.status = 'ACTIVE' AND u.role = 'OWNER' AND u.email_verified_at IS NULL AND u.password_hash IS NOT NULL
      AND NOT EXISTS (SELECT FROM sessions s WHERE s.account_id = u.account_id)
  LOOP
    INSERT INTO sign_ups (id, email, name, phone, website, password_hash, created_at)
      VALUES (unconfirmed.id, unconfirmed.email, unconfirmed.name, unconfirmed.phone, unconfirmed.website,
        unconfirmed.password_hash, unconfirmed.created_at);
    DELETE FROM accounts WHERE id = unconfirmed.account_id;
    DELETE FROM job_turns WHERE account_id = unconfirmed.account_id;
    PERFORM erase_audit_entries(unconfirmed.account_id);
  END LOOP;
END $$;
--> statement-breakpoint
DELETE FROM "mailed_secrets" WHERE "purpose" = 'verify';
--> statement-breakpoint
-- An e-mail belongs to whoever accepts an invitation, no longer to whoever was invited.
DELETE FROM "logins" l USING "users" u WHERE u.account_id = l.account_id AND u.id = l.user_id AND u.status = 'PENDING';
--> statement-breakpoint
UPDATE "users" u SET "invited_by" = (
  SELECT e.user_id FROM "audit_entries" e
  WHERE e.account_id = u.account_id AND e.action = 'user_invited' AND e.subject = u.email
  ORDER BY e.at DESC LIMIT 1
) WHERE u.status = 'PENDING';
