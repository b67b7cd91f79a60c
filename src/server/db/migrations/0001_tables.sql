CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"cnpj" text,
	"company_name" text,
	"website" text,
	"is_staff" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "accounts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "captures" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"url" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "captures_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "captures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "chunks" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"heading" text,
	"page" integer,
	"text" text NOT NULL,
	"analysis" "bytea" NOT NULL,
	CONSTRAINT "chunks_account_id_context_id_content_id_version_ordinal_pk" PRIMARY KEY("account_id","context_id","content_id","version","ordinal")
);

--> statement-breakpoint
ALTER TABLE "chunks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "content_files" (
	"account_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "content_files_account_id_content_id_pk" PRIMARY KEY("account_id","content_id")
);

--> statement-breakpoint
ALTER TABLE "content_files" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "contents" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"question" text,
	"answer" text,
	"url" text,
	"file_name" text,
	"words" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"weekly_sync" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"trained_version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contents_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "contents" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "contexts" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"inheritance" text NOT NULL,
	"knowledge_version" integer DEFAULT 0 NOT NULL,
	"default_message" text,
	"appearance" jsonb NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"widget_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contexts_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "contexts_name" UNIQUE("account_id","name")
);

--> statement-breakpoint
ALTER TABLE "contexts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "conversations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"visitor_hash" text,
	"type" text NOT NULL,
	"first_question" text NOT NULL,
	"interactions" integer DEFAULT 0 NOT NULL,
	"total_tokens" integer DEFAULT 0 NOT NULL,
	"sentiment" text,
	"satisfied" boolean,
	"goal" text,
	"wanted_human" boolean,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "conversations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"account_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"context_id" uuid,
	"amount" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_account_id_cause_pk" PRIMARY KEY("account_id","cause")
);

--> statement-breakpoint
ALTER TABLE "credit_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "invoices" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"order_number" text NOT NULL,
	"plan" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "invoices_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"served_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
ALTER TABLE "job_turns" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "jobs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "jobs_once" UNIQUE("account_id","kind","subject_id","version")
);

--> statement-breakpoint
ALTER TABLE "jobs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "logins" (
	"email" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL
);

--> statement-breakpoint
ALTER TABLE "logins" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "mailed_secrets" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailed_secrets_account_id_user_id_purpose_pk" PRIMARY KEY("account_id","user_id","purpose")
);

--> statement-breakpoint
ALTER TABLE "mailed_secrets" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "messages" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"grounded" boolean NOT NULL,
	"model" text NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	"rating" text,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_account_id_conversation_id_id_pk" PRIMARY KEY("account_id","conversation_id","id")
);

--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rank" integer NOT NULL,
	"monthly_price" integer NOT NULL,
	"yearly_price" integer NOT NULL,
	"credits" integer NOT NULL,
	"item_limit" integer NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL
);

--> statement-breakpoint
ALTER TABLE "plans" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "sessions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"period" text NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"renews_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "user_contexts" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	CONSTRAINT "user_contexts_account_id_user_id_context_id_pk" PRIMARY KEY("account_id","user_id","context_id")
);

--> statement-breakpoint
ALTER TABLE "user_contexts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "users" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"avatar" text,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp (3) with time zone,
	"sees_all_contexts" boolean DEFAULT true NOT NULL,
	"tutorial" integer DEFAULT 0 NOT NULL,
	"website_crawled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hyperlinks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"word" text NOT NULL,
	"link" text NOT NULL,
	"case_sensitive" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hyperlinks_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "hyperlinks_word" UNIQUE("account_id","context_id","word")
);

--> statement-breakpoint
ALTER TABLE "hyperlinks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_files" ADD CONSTRAINT "content_files_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contexts" ADD CONSTRAINT "contexts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contexts" ADD CONSTRAINT "contexts_parent" FOREIGN KEY ("account_id","parent_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailed_secrets" ADD CONSTRAINT "mailed_secrets_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_contexts" ADD CONSTRAINT "user_contexts_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_contexts" ADD CONSTRAINT "user_contexts_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hyperlinks" ADD CONSTRAINT "hyperlinks_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "chunks_by_content" ON "chunks" USING btree ("account_id","content_id");
--> statement-breakpoint
CREATE INDEX "contents_by_context" ON "contents" USING btree ("account_id","context_id","updated_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "contexts_by_id" ON "contexts" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "conversations_by_context" ON "conversations" USING btree ("account_id","context_id","started_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "credit_entries_by_time" ON "credit_entries" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order" ON "invoices" USING btree ("account_id","order_number");
--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE state = 'waiting';
--> statement-breakpoint
CREATE POLICY "accounts_tenant" ON "accounts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "accounts_platform" ON "accounts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "captures_tenant" ON "captures" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "captures_platform" ON "captures" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "chunks_tenant" ON "chunks" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "chunks_platform" ON "chunks" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "content_files_tenant" ON "content_files" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "content_files_platform" ON "content_files" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "contents_tenant" ON "contents" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "contents_platform" ON "contents" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "contexts_tenant" ON "contexts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "contexts_platform" ON "contexts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "conversations_tenant" ON "conversations" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "conversations_platform" ON "conversations" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "credit_entries_tenant" ON "credit_entries" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "credit_entries_platform" ON "credit_entries" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "invoices_tenant" ON "invoices" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "invoices_platform" ON "invoices" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "job_turns_platform" ON "job_turns" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "jobs_tenant" ON "jobs" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "jobs_platform" ON "jobs" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "logins_platform" ON "logins" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "mailed_secrets_tenant" ON "mailed_secrets" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "mailed_secrets_platform" ON "mailed_secrets" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "messages_tenant" ON "messages" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "messages_platform" ON "messages" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "plans_platform" ON "plans" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "plans_read" ON "plans" AS PERMISSIVE FOR SELECT TO "prosa_tenant" USING (true);
--> statement-breakpoint
CREATE POLICY "sessions_tenant" ON "sessions" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "sessions_platform" ON "sessions" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "subscriptions_tenant" ON "subscriptions" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "subscriptions_platform" ON "subscriptions" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "user_contexts_tenant" ON "user_contexts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "user_contexts_platform" ON "user_contexts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "users_tenant" ON "users" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "users_platform" ON "users" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "hyperlinks_tenant" ON "hyperlinks" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "hyperlinks_platform" ON "hyperlinks" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
