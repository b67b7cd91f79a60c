ALTER TABLE "jobs" ADD COLUMN "scheduled_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
