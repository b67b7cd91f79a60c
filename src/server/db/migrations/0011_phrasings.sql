CREATE TABLE "phrasing_proposals" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"phrasing_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phrasing_proposals_account_id_conversation_id_message_id_pk" PRIMARY KEY("account_id","conversation_id","message_id")
);

--> statement-breakpoint
ALTER TABLE "phrasing_proposals" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "phrasings" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"text" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"passage_digest" text,
	"proved" boolean,
	"proved_answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "phrasings_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "phrasings_once" UNIQUE("account_id","content_id","key")
);

--> statement-breakpoint
ALTER TABLE "phrasings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "learns_after" integer;
--> statement-breakpoint
ALTER TABLE "phrasing_proposals" ADD CONSTRAINT "phrasing_proposals_phrasing" FOREIGN KEY ("account_id","phrasing_id") REFERENCES "public"."phrasings"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "phrasing_proposals" ADD CONSTRAINT "phrasing_proposals_message" FOREIGN KEY ("account_id","conversation_id","message_id") REFERENCES "public"."messages"("account_id","conversation_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "phrasings" ADD CONSTRAINT "phrasings_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "phrasing_proposals_by_phrasing" ON "phrasing_proposals" USING btree ("account_id","phrasing_id");
--> statement-breakpoint
CREATE POLICY "phrasing_proposals_tenant" ON "phrasing_proposals" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "phrasing_proposals_platform" ON "phrasing_proposals" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "phrasings_tenant" ON "phrasings" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "phrasings_platform" ON "phrasings" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
