ALTER TABLE "contexts" ADD COLUMN "checked_knowledge" text;
--> statement-breakpoint
ALTER TABLE "limit_notices" ADD COLUMN "details" jsonb;
