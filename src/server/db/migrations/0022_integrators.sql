CREATE TABLE "idempotency_keys" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);

--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "external_id" text;
--> statement-breakpoint
ALTER TABLE "phrasing_proposals" ADD COLUMN "network" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD COLUMN "header_names" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD COLUMN "sealed_headers" text;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_external_id" UNIQUE("account_id","context_id","external_id");
--> statement-breakpoint
CREATE POLICY "idempotency_keys_tenant" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "idempotency_keys_platform" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
