CREATE TABLE "visitor_details" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"name" text,
	"email" text,
	"data" jsonb,
	CONSTRAINT "visitor_details_account_id_conversation_id_pk" PRIMARY KEY("account_id","conversation_id")
);

--> statement-breakpoint
ALTER TABLE "visitor_details" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "visitor_messages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"conversation_id" uuid,
	"visitor_hash" text NOT NULL,
	"type" text NOT NULL,
	"question" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"whatsapp" text,
	"status" text DEFAULT 'open' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" text,
	"consent_text" text NOT NULL,
	"consent_version" text NOT NULL,
	"consented_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"notified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visitor_messages_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "visitor_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "takes_messages" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "sealed_identity_secret" text;
--> statement-breakpoint
ALTER TABLE "visitor_details" ADD CONSTRAINT "visitor_details_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "visitor_messages_by_context" ON "visitor_messages" USING btree ("account_id","context_id","created_at" DESC NULLS LAST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "visitor_messages_open" ON "visitor_messages" USING btree ("account_id","context_id") WHERE status = 'open';
--> statement-breakpoint
CREATE INDEX "visitor_messages_by_visitor" ON "visitor_messages" USING btree ("account_id","visitor_hash");
--> statement-breakpoint
CREATE INDEX "visitor_messages_by_conversation" ON "visitor_messages" USING btree ("account_id","conversation_id") WHERE conversation_id is not null;
--> statement-breakpoint
CREATE POLICY "visitor_details_tenant" ON "visitor_details" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "visitor_details_platform" ON "visitor_details" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "visitor_messages_tenant" ON "visitor_messages" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "visitor_messages_platform" ON "visitor_messages" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
