CREATE TABLE "channel_contacts" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"peer" text NOT NULL,
	"visitor_hash" text NOT NULL,
	"name" text,
	"conversation_id" uuid,
	"wrote_at" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"silent_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_contacts_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "channel_contacts_peer" UNIQUE("account_id","channel_id","peer")
);

--> statement-breakpoint
ALTER TABLE "channel_contacts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "channel_events" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_events_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "channel_events_once" UNIQUE("account_id","channel_id","external_id")
);

--> statement-breakpoint
ALTER TABLE "channel_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "channel_files" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_files_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "channel_files" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "channel_sends" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"conversation_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"external_id" text,
	"error_code" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_sends_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "channel_sends_once" UNIQUE("account_id","contact_id","cause"),
	CONSTRAINT "channel_sends_order" UNIQUE("account_id","contact_id","seq")
);

--> statement-breakpoint
ALTER TABLE "channel_sends" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "channels" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"name" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"waba_id" text NOT NULL,
	"sealed_token" text NOT NULL,
	"token_ending" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"secret_ending" text NOT NULL,
	"verify_token" text NOT NULL,
	"silent_hours" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"phone" text,
	"problem" text,
	"verified_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "channels_phone_number_id" UNIQUE("account_id","phone_number_id")
);

--> statement-breakpoint
ALTER TABLE "channels" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX "channel_contacts_by_visitor" ON "channel_contacts" USING btree ("account_id","visitor_hash");
--> statement-breakpoint
CREATE INDEX "channel_contacts_by_conversation" ON "channel_contacts" USING btree ("account_id","conversation_id");
--> statement-breakpoint
CREATE INDEX "channel_events_waiting" ON "channel_events" USING btree ("account_id","contact_id","sent_at") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "channel_events_old" ON "channel_events" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "channel_sends_queued" ON "channel_sends" USING btree ("account_id","contact_id","seq") WHERE state in ('queued', 'sending');
--> statement-breakpoint
CREATE INDEX "channel_sends_by_external_id" ON "channel_sends" USING btree ("account_id","channel_id","external_id");
--> statement-breakpoint
CREATE INDEX "channel_sends_old" ON "channel_sends" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "channels_by_id" ON "channels" USING btree ("id");
--> statement-breakpoint
CREATE POLICY "channel_contacts_tenant" ON "channel_contacts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "channel_contacts_platform" ON "channel_contacts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "channel_events_tenant" ON "channel_events" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "channel_events_platform" ON "channel_events" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "channel_files_tenant" ON "channel_files" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "channel_files_platform" ON "channel_files" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "channel_sends_tenant" ON "channel_sends" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "channel_sends_platform" ON "channel_sends" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "channels_tenant" ON "channels" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "channels_platform" ON "channels" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "channel_contacts" ADD CONSTRAINT "channel_contacts_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channel_events" ADD CONSTRAINT "channel_events_contact" FOREIGN KEY ("account_id","contact_id") REFERENCES "public"."channel_contacts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channel_files" ADD CONSTRAINT "channel_files_event" FOREIGN KEY ("account_id","id") REFERENCES "public"."channel_events"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channel_sends" ADD CONSTRAINT "channel_sends_contact" FOREIGN KEY ("account_id","contact_id") REFERENCES "public"."channel_contacts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
