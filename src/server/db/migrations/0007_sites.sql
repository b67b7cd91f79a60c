ALTER TABLE "captures" ADD COLUMN "allows_site" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "refused_origin" text;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "origin_refused_at" timestamp (3) with time zone;
