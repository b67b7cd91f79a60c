CREATE TABLE "passkeys" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "passkeys_once" UNIQUE("account_id","user_id","credential_id")
);

--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_codes_account_id_user_id_hash_pk" PRIMARY KEY("account_id","user_id","hash")
);

--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "totp_keys" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "totp_keys_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);

--> statement-breakpoint
ALTER TABLE "totp_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "requires_factor" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ip" text;
--> statement-breakpoint
CREATE POLICY "passkeys_tenant" ON "passkeys" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "passkeys_platform" ON "passkeys" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "recovery_codes_tenant" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "recovery_codes_platform" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "totp_keys_tenant" ON "totp_keys" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "totp_keys_platform" ON "totp_keys" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "totp_keys" ADD CONSTRAINT "totp_keys_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
