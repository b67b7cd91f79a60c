CREATE TABLE "api_keys" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"sees_all_contexts" boolean NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "api_key_contexts" (
	"account_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	CONSTRAINT "api_key_contexts_account_id_api_key_id_context_id_pk" PRIMARY KEY("account_id","api_key_id","context_id")
);

--> statement-breakpoint
ALTER TABLE "api_key_contexts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_key_contexts" ADD CONSTRAINT "api_key_contexts_key" FOREIGN KEY ("account_id","api_key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_key_contexts" ADD CONSTRAINT "api_key_contexts_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("hash");
--> statement-breakpoint
CREATE POLICY "api_keys_tenant" ON "api_keys" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "api_keys_platform" ON "api_keys" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "api_key_contexts_tenant" ON "api_key_contexts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "api_key_contexts_platform" ON "api_key_contexts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
