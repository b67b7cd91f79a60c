CREATE TABLE "handovers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"protocol" text NOT NULL,
	"after_message_id" uuid,
	"user_id" uuid,
	"user_name" text,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"first_reply_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"close_reason" text,
	"helped" boolean,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"visitor_read_to" integer DEFAULT 0 NOT NULL,
	"person_read_to" integer DEFAULT 0 NOT NULL,
	"visitor_typing_at" timestamp (3) with time zone,
	"person_typing_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handovers_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "handovers_protocol" UNIQUE("account_id","protocol")
);

--> statement-breakpoint
ALTER TABLE "handovers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "inbox_presence" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"context_ids" uuid[],
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_presence_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "inbox_presence" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "talk_messages" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"handover_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "talk_messages_account_id_conversation_id_id_pk" PRIMARY KEY("account_id","conversation_id","id"),
	CONSTRAINT "talk_messages_order" UNIQUE("account_id","conversation_id","seq")
);

--> statement-breakpoint
ALTER TABLE "talk_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "prepared_answers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"shortcut" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prepared_answers_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "prepared_answers_shortcut" UNIQUE("account_id","context_id","shortcut")
);

--> statement-breakpoint
ALTER TABLE "prepared_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "close_reasons" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "close_reasons_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "close_reasons_reason" UNIQUE("account_id","context_id","reason")
);

--> statement-breakpoint
ALTER TABLE "close_reasons" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "handover" jsonb;
--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_open" ON "handovers" USING btree ("account_id","conversation_id") WHERE state in ('waiting', 'taken');
--> statement-breakpoint
CREATE INDEX "handovers_by_conversation" ON "handovers" USING btree ("account_id","conversation_id","id");
--> statement-breakpoint
CREATE INDEX "handovers_by_context" ON "handovers" USING btree ("account_id","context_id","requested_at");
--> statement-breakpoint
CREATE INDEX "handovers_changed" ON "handovers" USING btree ("changed_at");
--> statement-breakpoint
CREATE INDEX "inbox_presence_seen" ON "inbox_presence" USING btree ("seen_at");
--> statement-breakpoint
CREATE POLICY "handovers_tenant" ON "handovers" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "handovers_platform" ON "handovers" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "inbox_presence_tenant" ON "inbox_presence" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "inbox_presence_platform" ON "inbox_presence" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "talk_messages_tenant" ON "talk_messages" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "talk_messages_platform" ON "talk_messages" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "prepared_answers_tenant" ON "prepared_answers" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "prepared_answers_platform" ON "prepared_answers" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "close_reasons_tenant" ON "close_reasons" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "close_reasons_platform" ON "close_reasons" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inbox_presence" ADD CONSTRAINT "inbox_presence_user" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."users"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "talk_messages" ADD CONSTRAINT "talk_messages_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "talk_messages" ADD CONSTRAINT "talk_messages_handover" FOREIGN KEY ("account_id","handover_id") REFERENCES "public"."handovers"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prepared_answers" ADD CONSTRAINT "prepared_answers_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "close_reasons" ADD CONSTRAINT "close_reasons_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
