CREATE TABLE "record_corrections" (
	"account_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"key" text NOT NULL,
	"heading" text NOT NULL,
	"line" text NOT NULL,
	"text" text,
	"is_used" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_corrections_account_id_content_id_key_pk" PRIMARY KEY("account_id","content_id","key")
);

--> statement-breakpoint
ALTER TABLE "record_corrections" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "records" jsonb;
--> statement-breakpoint
ALTER TABLE "record_corrections" ADD CONSTRAINT "record_corrections_content" FOREIGN KEY ("account_id","content_id") REFERENCES "public"."contents"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE POLICY "record_corrections_tenant" ON "record_corrections" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "record_corrections_platform" ON "record_corrections" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
