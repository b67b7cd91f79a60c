CREATE TABLE "left_out_texts" (
	"account_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"texts" jsonb NOT NULL,
	CONSTRAINT "left_out_texts_account_id_content_id_pk" PRIMARY KEY("account_id","content_id")
);

--> statement-breakpoint
ALTER TABLE "left_out_texts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "text_choices" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"site" text NOT NULL,
	"key" text NOT NULL,
	"is_taken" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_choices_account_id_context_id_site_key_pk" PRIMARY KEY("account_id","context_id","site","key")
);

--> statement-breakpoint
ALTER TABLE "text_choices" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "damage" text;
--> statement-breakpoint
ALTER TABLE "left_out_texts" ADD CONSTRAINT "left_out_texts_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "text_choices" ADD CONSTRAINT "text_choices_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE POLICY "left_out_texts_tenant" ON "left_out_texts" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "left_out_texts_platform" ON "left_out_texts" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "text_choices_tenant" ON "text_choices" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "text_choices_platform" ON "text_choices" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
