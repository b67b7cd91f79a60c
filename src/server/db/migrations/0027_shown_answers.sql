ALTER TABLE "daily_figures" ADD COLUMN "shown" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "test_results" ADD COLUMN "shown" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "test_runs" ADD COLUMN "shown" integer DEFAULT 0 NOT NULL;
