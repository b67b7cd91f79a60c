CREATE TABLE "audit_entries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"user_role" text,
	"actor_id" uuid,
	"actor_name" text,
	"subject" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	CONSTRAINT "audit_entries_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);

--> statement-breakpoint
ALTER TABLE "identities" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "kept_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"invoice" jsonb NOT NULL,
	"holder" jsonb NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
ALTER TABLE "kept_invoices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text NOT NULL,
	"bucket" text NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_failures_key_bucket_pk" PRIMARY KEY("key","bucket")
);

--> statement-breakpoint
ALTER TABLE "sign_in_failures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sign_in_secrets" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"payload" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
ALTER TABLE "sign_in_secrets" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deletion_reason" text;
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deletion_requested_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deletes_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD COLUMN "sign_ups_open" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD COLUMN "initial_plan_id" text DEFAULT 'free' NOT NULL;
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD COLUMN "support_email" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD COLUMN "announcement" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "actor_account_id" uuid;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "actor_user_id" uuid;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "actor_session_id" uuid;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "parked_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("account_id","at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "sessions_by_actor" ON "sessions" USING btree ("actor_session_id");
--> statement-breakpoint
CREATE POLICY "audit_entries_tenant" ON "audit_entries" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "audit_entries_platform" ON "audit_entries" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "identities_platform" ON "identities" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "kept_invoices_platform" ON "kept_invoices" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "sign_in_failures_platform" ON "sign_in_failures" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "sign_in_secrets_platform" ON "sign_in_secrets" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);

--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_entries" FROM prosa_tenant, prosa_platform;
--> statement-breakpoint
CREATE FUNCTION erase_audit_entries(erased uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE id = erased) THEN
    RAISE EXCEPTION 'the account is still there';
  END IF;
  DELETE FROM audit_entries WHERE account_id = erased;
END $$;
