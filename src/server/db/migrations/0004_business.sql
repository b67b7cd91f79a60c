CREATE TABLE "content_syncs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"difference" jsonb,
	CONSTRAINT "content_syncs_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "content_syncs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "context_images" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "context_images_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "context_images" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "seo_evaluations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"score" integer NOT NULL,
	"checks" jsonb NOT NULL,
	CONSTRAINT "seo_evaluations_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "seo_evaluations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "appearance_versions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"appearance" jsonb NOT NULL,
	"manner" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appearance_versions_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "appearance_versions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "demo_links" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_links_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "demo_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "credit_balances" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL,
	"monthly" integer NOT NULL,
	"lasting" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_balances_monthly" CHECK ("credit_balances"."monthly" >= 0),
	CONSTRAINT "credit_balances_lasting" CHECK ("credit_balances"."lasting" >= 0)
);

--> statement-breakpoint
ALTER TABLE "credit_balances" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "credit_packs" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"credits" integer NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL
);

--> statement-breakpoint
ALTER TABLE "credit_packs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"account_id" uuid,
	"state" text NOT NULL,
	"reason" text,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gateway_events_gateway_id_pk" PRIMARY KEY("gateway","id")
);

--> statement-breakpoint
ALTER TABLE "gateway_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "idempotent_calls" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_calls_account_id_key_pk" PRIMARY KEY("account_id","key")
);

--> statement-breakpoint
ALTER TABLE "idempotent_calls" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text,
	"data" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "sandbox_objects" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "conversation_words" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "conversation_words_account_id_context_id_word_pk" PRIMARY KEY("account_id","context_id","word")
);

--> statement-breakpoint
ALTER TABLE "conversation_words" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"day" text NOT NULL,
	"type" text NOT NULL,
	"conversations" integer DEFAULT 0 NOT NULL,
	"interactions" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"credits" integer DEFAULT 0 NOT NULL,
	"rated_up" integer DEFAULT 0 NOT NULL,
	"rated_down" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_figures_account_id_context_id_day_type_pk" PRIMARY KEY("account_id","context_id","day","type")
);

--> statement-breakpoint
ALTER TABLE "daily_figures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "daily_labels" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"day" text NOT NULL,
	"type" text NOT NULL,
	"label" text NOT NULL,
	"value" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_labels_account_id_context_id_day_type_label_value_pk" PRIMARY KEY("account_id","context_id","day","type","label","value")
);

--> statement-breakpoint
ALTER TABLE "daily_labels" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "limit_notices" DROP CONSTRAINT "limit_notices_once";
--> statement-breakpoint
DROP INDEX "conversations_by_context";
--> statement-breakpoint
ALTER TABLE "limit_notices" ALTER COLUMN "context_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "digest" text;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "etag" text;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "last_modified" text;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "synced_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "sync_failure" text;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "sitemap_id" uuid;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "vanished_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "context_limits" ADD COLUMN "without_credits" text DEFAULT 'faq' NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "lasting" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "held_until" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "gateway_invoice_id" text;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reasons" jsonb;
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "context_limit" integer DEFAULT 1000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "user_limit" integer DEFAULT 1000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "is_offered" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "platform_settings" ADD COLUMN "sandbox_ahead_seconds" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_plan_id" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_period" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gateway" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "customer_id" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gateway_subscription_id" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_method" jsonb;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_cause" text;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gateway_reads" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "content_syncs" ADD CONSTRAINT "content_syncs_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "context_images" ADD CONSTRAINT "context_images_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seo_evaluations" ADD CONSTRAINT "seo_evaluations_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "appearance_versions" ADD CONSTRAINT "appearance_versions_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "demo_links" ADD CONSTRAINT "demo_links_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotent_calls" ADD CONSTRAINT "idempotent_calls_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_words" ADD CONSTRAINT "conversation_words_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "daily_labels" ADD CONSTRAINT "daily_labels_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "content_syncs_by_content" ON "content_syncs" USING btree ("account_id","content_id","at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "context_images_by_id" ON "context_images" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "seo_evaluations_by_content" ON "seo_evaluations" USING btree ("account_id","content_id","at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "appearance_versions_by_context" ON "appearance_versions" USING btree ("account_id","context_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "demo_links_by_id" ON "demo_links" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "gateway_events_by_account" ON "gateway_events" USING btree ("account_id","received_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "sandbox_objects_by_customer" ON "sandbox_objects" USING btree ("customer_id");
--> statement-breakpoint
CREATE INDEX "sandbox_objects_due" ON "sandbox_objects" USING btree ("due_at");
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_sitemap" FOREIGN KEY ("account_id","sitemap_id") REFERENCES "public"."contents"("account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_pending_plan_id_plans_id_fk" FOREIGN KEY ("pending_plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "contents_by_digest" ON "contents" USING btree ("account_id","context_id","digest");
--> statement-breakpoint
CREATE INDEX "contents_due" ON "contents" USING btree ("synced_at") WHERE weekly_sync;
--> statement-breakpoint
CREATE INDEX "conversations_by_time" ON "conversations" USING btree ("account_id","started_at" DESC NULLS LAST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "conversations_by_tokens" ON "conversations" USING btree ("account_id","total_tokens" DESC NULLS LAST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "credit_entries_held" ON "credit_entries" USING btree ("held_until") WHERE settled_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_gateway" ON "invoices" USING btree ("account_id","gateway_invoice_id");
--> statement-breakpoint
CREATE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("customer_id");
--> statement-breakpoint
CREATE INDEX "conversations_by_context" ON "conversations" USING btree ("account_id","context_id","started_at" DESC NULLS LAST,"id" DESC NULLS FIRST);
--> statement-breakpoint
ALTER TABLE "limit_notices" ADD CONSTRAINT "limit_notices_once" UNIQUE NULLS NOT DISTINCT("account_id","context_id","limit","level","period");
--> statement-breakpoint
CREATE POLICY "content_syncs_tenant" ON "content_syncs" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "content_syncs_platform" ON "content_syncs" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "context_images_tenant" ON "context_images" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "context_images_platform" ON "context_images" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "seo_evaluations_tenant" ON "seo_evaluations" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "seo_evaluations_platform" ON "seo_evaluations" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "appearance_versions_tenant" ON "appearance_versions" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "appearance_versions_platform" ON "appearance_versions" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "demo_links_tenant" ON "demo_links" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "demo_links_platform" ON "demo_links" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "credit_balances_tenant" ON "credit_balances" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "credit_balances_platform" ON "credit_balances" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "credit_packs_platform" ON "credit_packs" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "credit_packs_read" ON "credit_packs" AS PERMISSIVE FOR SELECT TO "prosa_tenant" USING (true);
--> statement-breakpoint
CREATE POLICY "gateway_events_platform" ON "gateway_events" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "idempotent_calls_tenant" ON "idempotent_calls" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "idempotent_calls_platform" ON "idempotent_calls" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "sandbox_objects_platform" ON "sandbox_objects" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "conversation_words_tenant" ON "conversation_words" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "conversation_words_platform" ON "conversation_words" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "daily_figures_tenant" ON "daily_figures" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "daily_figures_platform" ON "daily_figures" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "daily_labels_tenant" ON "daily_labels" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "daily_labels_platform" ON "daily_labels" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE FUNCTION talk_words(account uuid, value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT right(account::text, 6) || word), '{}'))
  FROM regexp_split_to_table(public.fold_text(value), '[^a-z0-9]+') word WHERE length(word) BETWEEN 2 AND 40
$$;
--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (talk_words(account_id, question || ' ' || answer));
--> statement-breakpoint
CREATE FUNCTION find_talks(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT DISTINCT conversation_id FROM messages
  WHERE account_id = nullif(current_setting('prosa.account', true), '')::uuid
    AND talk_words(account_id, question || ' ' || answer) @@ wanted::tsquery
$$;
--> statement-breakpoint
INSERT INTO daily_figures (account_id, context_id, day, type, conversations)
SELECT account_id, context_id, to_char(started_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), type, count(*)
FROM conversations GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO daily_figures (account_id, context_id, day, type, interactions, declined, credits, rated_up, rated_down)
SELECT c.account_id, c.context_id, to_char(m.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), c.type, count(*),
  count(*) filter (where m.outcome = 'declined'), sum(m.cost), count(*) filter (where m.rating = 'up'),
  count(*) filter (where m.rating = 'down')
FROM conversations c JOIN messages m ON m.account_id = c.account_id AND m.conversation_id = c.id GROUP BY 1, 2, 3, 4
ON CONFLICT (account_id, context_id, day, type) DO UPDATE SET interactions = excluded.interactions,
  declined = excluded.declined, credits = excluded.credits, rated_up = excluded.rated_up, rated_down = excluded.rated_down;
--> statement-breakpoint
INSERT INTO daily_labels (account_id, context_id, day, type, label, value, count)
SELECT c.account_id, c.context_id, to_char(c.started_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD'), c.type, l.label,
  l.value, count(*)
FROM conversations c CROSS JOIN LATERAL (VALUES ('goal', c.goal), ('sentiment', c.sentiment),
  ('wantedHuman', c.wanted_human::text), ('satisfied', c.satisfied::text), ('labelledBy', c.labelled_by)) l(label, value)
WHERE l.value IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO conversation_words (account_id, context_id, word)
SELECT DISTINCT c.account_id, c.context_id, word
FROM conversations c JOIN messages m ON m.account_id = c.account_id AND m.conversation_id = c.id
  CROSS JOIN LATERAL regexp_split_to_table(fold_text(m.question || ' ' || m.answer), '[^a-z0-9]+') word
WHERE word ~ '^[a-z]{3,24}$';
