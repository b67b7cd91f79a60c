CREATE TABLE "knowledge_changes" (
	"account_id" uuid NOT NULL,
	"context_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content_ids" uuid[] NOT NULL,
	CONSTRAINT "knowledge_changes_account_id_context_id_version_pk" PRIMARY KEY("account_id","context_id","version")
);

--> statement-breakpoint
ALTER TABLE "knowledge_changes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "knowledge_changes" ADD CONSTRAINT "knowledge_changes_context" FOREIGN KEY ("account_id","context_id") REFERENCES "public"."contexts"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE POLICY "knowledge_changes_tenant" ON "knowledge_changes" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "knowledge_changes_platform" ON "knowledge_changes" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
