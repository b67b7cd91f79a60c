CREATE TABLE "host_turns" (
	"host" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"wanted_until" timestamp (3) with time zone
);

--> statement-breakpoint
ALTER TABLE "host_turns" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "held_changes" (
	"account_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"trained" jsonb NOT NULL,
	"run_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_changes_account_id_content_id_pk" PRIMARY KEY("account_id","content_id")
);

--> statement-breakpoint
ALTER TABLE "held_changes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "knowledge_gaps" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"theme_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"content_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_gaps_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "knowledge_gaps" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "second_answers" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"state" text NOT NULL,
	"answered" boolean DEFAULT false NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_answers_account_id_conversation_id_message_id_pk" PRIMARY KEY("account_id","conversation_id","message_id")
);

--> statement-breakpoint
ALTER TABLE "second_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "test_questions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" text[] DEFAULT '{}' NOT NULL,
	"declines" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_questions_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "test_questions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "test_results" (
	"account_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"passed" boolean NOT NULL,
	"answer" text NOT NULL,
	"passed_before" boolean,
	"answer_before" text,
	CONSTRAINT "test_results_account_id_run_id_question_id_pk" PRIMARY KEY("account_id","run_id","question_id")
);

--> statement-breakpoint
ALTER TABLE "test_results" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "test_runs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"passed" integer NOT NULL,
	"failed" integer NOT NULL,
	"worse" integer NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_runs_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "test_runs" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP INDEX "contents_by_context";
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "weekly_mailed" text;
--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "listed" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "searched" text GENERATED ALWAYS AS (public.fold_text(title || ' ' || coalesce(url, ''))) STORED;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "holds_worse" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "tested_setup" text;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "gap_id" uuid;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "weekly_mail" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tutorial_mode" text;
--> statement-breakpoint
ALTER TABLE "held_changes" ADD CONSTRAINT "held_changes_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "held_changes" ADD CONSTRAINT "held_changes_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_gaps" ADD CONSTRAINT "knowledge_gaps_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_answers" ADD CONSTRAINT "second_answers_message" FOREIGN KEY ("account_id","conversation_id","message_id") REFERENCES "public"."messages"("account_id","conversation_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "test_questions" ADD CONSTRAINT "test_questions_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_run" FOREIGN KEY ("account_id","run_id") REFERENCES "public"."test_runs"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_question" FOREIGN KEY ("account_id","question_id") REFERENCES "public"."test_questions"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "knowledge_gaps_by_theme" ON "knowledge_gaps" USING btree ("account_id","theme_id");
--> statement-breakpoint
CREATE INDEX "second_answers_by_content" ON "second_answers" USING btree ("account_id","content_id");
--> statement-breakpoint
CREATE INDEX "test_questions_by_context" ON "test_questions" USING btree ("account_id","context_id");
--> statement-breakpoint
CREATE INDEX "test_results_by_question" ON "test_results" USING btree ("account_id","question_id");
--> statement-breakpoint
CREATE INDEX "test_runs_by_context" ON "test_runs" USING btree ("account_id","context_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "contents_by_sitemap" ON "contents" USING btree ("account_id","sitemap_id") WHERE sitemap_id is not null;
--> statement-breakpoint
CREATE INDEX "messages_without_gap" ON "messages" USING btree ("account_id","created_at") WHERE gap_id is null and (outcome = 'declined' or rating = 'down');
--> statement-breakpoint
CREATE INDEX "messages_by_gap" ON "messages" USING btree ("account_id","gap_id","created_at","cost") WHERE gap_id is not null and (outcome = 'declined' or rating = 'down');
--> statement-breakpoint
CREATE INDEX "contents_by_context" ON "contents" USING btree ("account_id","context_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE POLICY "host_turns_platform" ON "host_turns" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "held_changes_tenant" ON "held_changes" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "held_changes_platform" ON "held_changes" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "knowledge_gaps_tenant" ON "knowledge_gaps" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "knowledge_gaps_platform" ON "knowledge_gaps" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "second_answers_tenant" ON "second_answers" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "second_answers_platform" ON "second_answers" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "test_questions_tenant" ON "test_questions" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "test_questions_platform" ON "test_questions" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "test_results_tenant" ON "test_results" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "test_results_platform" ON "test_results" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "test_runs_tenant" ON "test_runs" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "test_runs_platform" ON "test_runs" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
