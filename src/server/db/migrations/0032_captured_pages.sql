CREATE TABLE "captured_pages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"capture_id" uuid NOT NULL,
	"url" text NOT NULL,
	"page" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "captured_pages_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "captured_pages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX "captured_pages_by_url" ON "captured_pages" USING hash ("url");
--> statement-breakpoint
CREATE INDEX "captured_pages_by_capture" ON "captured_pages" USING btree ("account_id","capture_id");
--> statement-breakpoint
CREATE POLICY "captured_pages_tenant" ON "captured_pages" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "captured_pages_platform" ON "captured_pages" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "captured_pages" ADD CONSTRAINT "captured_pages_capture" FOREIGN KEY ("account_id","capture_id") REFERENCES "public"."captures"("account_id","id") ON DELETE cascade ON UPDATE no action;
