CREATE TABLE "access_decisions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"allowed" boolean NOT NULL,
	"user_id" uuid NOT NULL,
	"api_key_id" uuid,
	"actor_id" uuid,
	"role" text NOT NULL,
	"flags" text[] NOT NULL,
	"resource" text NOT NULL,
	"action" text NOT NULL,
	"refusal" text,
	"needed_role" text,
	"needed_flag" text,
	"row" text,
	"count" integer NOT NULL,
	"request_id" text NOT NULL,
	"policy" text NOT NULL,
	CONSTRAINT "access_decisions_account_id_id_pk" PRIMARY KEY("account_id","id")
);

--> statement-breakpoint
ALTER TABLE "access_decisions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX "access_decisions_by_time" ON "access_decisions" USING btree ("account_id","at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "access_decisions_of_all" ON "access_decisions" USING btree ("at" DESC NULLS LAST);
--> statement-breakpoint
CREATE POLICY "access_decisions_tenant" ON "access_decisions" AS PERMISSIVE FOR ALL TO "prosa_tenant" USING (account_id = nullif(current_setting('prosa.account', true), '')::uuid) WITH CHECK (account_id = nullif(current_setting('prosa.account', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "access_decisions_platform" ON "access_decisions" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "access_decisions" ADD CONSTRAINT "access_decisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
