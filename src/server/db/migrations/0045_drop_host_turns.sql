DROP POLICY "host_turns_platform" ON "host_turns" CASCADE;
--> statement-breakpoint
DROP TABLE "host_turns" CASCADE;
