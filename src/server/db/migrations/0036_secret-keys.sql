CREATE TABLE "secret_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "secret_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "secret_keys_platform" ON "secret_keys" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
