CREATE TABLE "chunk_embeddings" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"model_id" uuid NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "chunk_embeddings_account_id_context_id_content_id_version_ordinal_model_id_pk" PRIMARY KEY("account_id","context_id","content_id","version","ordinal","model_id")
);

--> statement-breakpoint
ALTER TABLE "chunk_embeddings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "context_limits" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"per_minute" integer NOT NULL,
	"daily" integer,
	"monthly" integer,
	"credits" integer,
	"messages" jsonb NOT NULL,
	"notify" boolean NOT NULL,
	"deactivated_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "context_limits_account_id_context_id_pk" PRIMARY KEY("account_id","context_id")
);

--> statement-breakpoint
ALTER TABLE "context_limits" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "limit_notices" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"limit" text NOT NULL,
	"level" integer NOT NULL,
	"period" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limit_notices_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "limit_notices_once" UNIQUE("account_id","context_id","limit","level","period")
);

--> statement-breakpoint
ALTER TABLE "limit_notices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"model_name" text NOT NULL,
	"base_url" text DEFAULT '' NOT NULL,
	"sealed_keys" text[] DEFAULT '{}' NOT NULL,
	"key_endings" text[] DEFAULT '{}' NOT NULL,
	"input_tokens_per_credit" integer NOT NULL,
	"output_tokens_per_credit" integer NOT NULL,
	"input_price" integer NOT NULL,
	"output_price" integer NOT NULL,
	"conversion_amount" integer NOT NULL,
	"conversion_credits" integer NOT NULL,
	"temperature" double precision NOT NULL,
	"token_window" integer NOT NULL,
	"max_response_tokens" integer NOT NULL,
	"prompts" jsonb NOT NULL,
	"default_messages" jsonb NOT NULL,
	"falls_back" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "models" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"search_model_id" uuid
);

--> statement-breakpoint
ALTER TABLE "platform_settings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "usage_counters" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bucket" text NOT NULL,
	"used" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "usage_counters_account_id_context_id_kind_bucket_pk" PRIMARY KEY("account_id","context_id","kind","bucket")
);

--> statement-breakpoint
ALTER TABLE "usage_counters" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "manner" jsonb DEFAULT '{"profile":"balanced","personality":"","restrictions":""}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "embedding_model_id" uuid;
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "labelled_by" text;
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "offered_person" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "settled_at" timestamp (3) with time zone DEFAULT now();
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "outcome" text DEFAULT 'answered' NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "cost" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "searched" text;
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "model_id" uuid;
--> statement-breakpoint
ALTER TABLE "chunk_embeddings" ADD CONSTRAINT "chunk_embeddings_chunk" FOREIGN KEY ("account_id","context_id","content_id","version","ordinal") REFERENCES "public"."chunks"("account_id","context_id","content_id","version","ordinal") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "context_limits" ADD CONSTRAINT "context_limits_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "limit_notices" ADD CONSTRAINT "limit_notices_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD CONSTRAINT "platform_settings_search_model_id_models_id_fk" FOREIGN KEY ("search_model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_counters" ADD CONSTRAINT "usage_counters_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "usage_counters_expired" ON "usage_counters" USING btree ("expires_at");
--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE POLICY "chunk_embeddings_tenant" ON "chunk_embeddings" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "chunk_embeddings_platform" ON "chunk_embeddings" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "context_limits_tenant" ON "context_limits" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "context_limits_platform" ON "context_limits" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "limit_notices_tenant" ON "limit_notices" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "limit_notices_platform" ON "limit_notices" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "models_platform" ON "models" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "platform_settings_platform" ON "platform_settings" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "usage_counters_tenant" ON "usage_counters" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "usage_counters_platform" ON "usage_counters" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);

--> statement-breakpoint
UPDATE "contexts" SET "appearance" = '{"person": {"email": "", "whatsapp": ""}}'::jsonb || "appearance";
--> statement-breakpoint
UPDATE "messages" SET "outcome" = 'declined' WHERE NOT "grounded";
