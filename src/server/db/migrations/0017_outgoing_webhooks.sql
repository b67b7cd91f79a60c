CREATE TABLE "outgoing_webhook_contexts" (
	"account_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	CONSTRAINT "outgoing_webhook_contexts_account_id_webhook_id_context_id_pk" PRIMARY KEY("account_id","webhook_id","context_id")
);

--> statement-breakpoint
ALTER TABLE "outgoing_webhook_contexts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "outgoing_webhooks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"format" text NOT NULL,
	"events" text[] NOT NULL,
	"all_contexts" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"sealed_secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_webhooks_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "outgoing_webhooks_name" UNIQUE("account_id","name")
);

--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"cause" text NOT NULL,
	"context_id" uuid,
	"conversation_id" uuid,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tried_since" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "webhook_deliveries_once" UNIQUE("account_id","webhook_id","cause")
);

--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "outgoing_webhook_contexts" ADD CONSTRAINT "outgoing_webhook_contexts_webhook" FOREIGN KEY ("account_id","webhook_id") REFERENCES "public"."outgoing_webhooks"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outgoing_webhook_contexts" ADD CONSTRAINT "outgoing_webhook_contexts_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook" FOREIGN KEY ("account_id","webhook_id") REFERENCES "public"."outgoing_webhooks"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" USING btree ("account_id","created_at" DESC NULLS LAST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_old" ON "webhook_deliveries" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_conversation" ON "webhook_deliveries" USING btree ("account_id","conversation_id") WHERE conversation_id is not null;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_parked" ON "webhook_deliveries" USING btree ("account_id","webhook_id") WHERE state = 'parked';
--> statement-breakpoint
CREATE POLICY "outgoing_webhook_contexts_tenant" ON "outgoing_webhook_contexts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "outgoing_webhook_contexts_platform" ON "outgoing_webhook_contexts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "outgoing_webhooks_tenant" ON "outgoing_webhooks" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "outgoing_webhooks_platform" ON "outgoing_webhooks" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "webhook_deliveries_tenant" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "webhook_deliveries_platform" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
